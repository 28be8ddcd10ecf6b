import { statePages, updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { PhoneMessage } from './phone-events.ts';

/** Returns the digits only: '+55 11 91234-5678' and '5511912345678' are one phone. */
export const phoneNumber = (number: string): string => number.replace(/\D/g, '');

/** A bubble, and its place among the others. */
export type StoredBubble = PhoneMessage & { readonly order: string };

/** Returns what every phone has sent and received, and what became of it, in any process. */
export function createPhoneChats(state: StateStore) {
  const chatsPrefix = (connectionId: string) => `phone/${connectionId}/chat/`;
  const chatPrefix = (connectionId: string, number: string) =>
    `${chatsPrefix(connectionId)}${phoneNumber(number) || '0'}/`;
  const chatKey = (connectionId: string, number: string, id: string) =>
    chatPrefix(connectionId, number) + encodeURIComponent(id);

  /** Repeats when another writer changed the message between reading and writing it. */
  async function change(
    connectionId: string,
    number: string,
    id: string,
    update: (message: StoredBubble) => Partial<PhoneMessage> | undefined,
  ): Promise<boolean> {
    const written = await updateEntry<StoredBubble>(state, chatKey(connectionId, number, id), (entry) => {
      const changes = entry && update(entry.value);
      return changes && { value: { ...entry.value, ...changes } };
    });
    return written !== undefined;
  }

  async function list(connectionId: string, number: string): Promise<readonly StoredBubble[]> {
    const bubbles: StoredBubble[] = [];
    for await (const page of statePages<StoredBubble>(state, chatPrefix(connectionId, number)))
      bubbles.push(...page.map(({ value }) => value));
    return bubbles.sort((a, b) => (a.order < b.order ? -1 : 1));
  }

  return {
    change,
    /** Oldest first. */
    list,
    /** Resolves with whether it was not there yet. `passing`: as the state store has it. */
    put: async (
      connectionId: string,
      number: string,
      bubble: StoredBubble,
      passing = false,
    ): Promise<boolean> =>
      (await state.set(chatKey(connectionId, number, bubble.id), bubble, { expected: null, passing })) !==
      undefined,
    react: (
      connectionId: string,
      number: string,
      id: string,
      side: 'customer' | 'business',
      emoji: string,
    ): Promise<boolean> =>
      change(connectionId, number, id, ({ reactions = { customer: '', business: '' }, deleted }) =>
        deleted ? undefined : { reactions: { ...reactions, [side]: emoji } },
      ),
    /** Numbers that have a chat on this connection. */
    async numbers(connectionId: string): Promise<readonly string[]> {
      const prefix = chatsPrefix(connectionId);
      const numbers: string[] = [];
      for (let after: string | undefined; ; ) {
        const [entry] = await state.list(prefix, { limit: 1, ...(after === undefined ? {} : { after }) });
        if (!entry) return numbers;
        const number = entry.key.slice(prefix.length).split('/')[0] ?? '';
        numbers.push(number);
        // '0' follows '/' in byte order: past every message of this number at once.
        after = `${prefix}${number}0`;
      }
    },
  };
}
export type PhoneChats = ReturnType<typeof createPhoneChats>;
