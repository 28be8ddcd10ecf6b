import type { MessageState } from './message-state.ts';
import type { OutboundScope, OutboundWork } from './scope.ts';

const keptMs = 30 * 24 * 3_600_000;

/** Returns what was tried over drivers that cannot send the same message again. */
export function createAttempts({ connectionId, state: store, insist }: OutboundScope) {
  const keyOf = (messageId: string, attempt: number) => `attempt/${connectionId}/${messageId}/${attempt}`;
  return {
    /** Returns whether nobody has tried this attempt before; from now on somebody has. */
    async begin(messageId: string, attempt: number): Promise<boolean> {
      const key = keyOf(messageId, attempt);
      const options = { expected: null, ttlMs: keptMs };
      return (await insist(() => store.set(key, true, options))) !== undefined;
    },
    /** It is known for certain that nothing went out: the same attempt may be made again. */
    async takeBack(messageId: string, attempt: number): Promise<void> {
      await insist(() => store.delete(keyOf(messageId, attempt)));
    },
    /** Returns whether a message without an id may have gone out: its answer was lost, or whoever sent it died before it came. */
    async mayBeThere({ messageId }: OutboundWork, state: MessageState): Promise<boolean> {
      if (state.phase !== 'pending' || state.unknown) return state.phase === 'sent' || state.unknown === true;
      return (await insist(() => store.get(keyOf(messageId, state.attempt)))) !== undefined;
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
