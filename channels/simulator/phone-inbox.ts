import type { StateStore } from '../../domain/ports/state-store.ts';
import type { PhoneEvent, PhoneInboxItem } from './phone-events.ts';

/** Networks on one state store in one process are one network: what is delivered through one wakes the driver at another. */
type Listener = (item: PhoneInboxItem) => void;
const listening = new WeakMap<StateStore, Map<string, Set<Listener>>>();
const listenersOf = (state: StateStore) => {
  const held = listening.get(state) ?? new Map<string, Set<Listener>>();
  listening.set(state, held);
  return held;
};

/** Order of arrival: never goes back within a process, whatever the clock does and however often a line is made anew. */
const orders = new WeakMap<StateStore, (ms: number) => string>();
const orderOf = (state: StateStore) => {
  const held = orders.get(state);
  if (held) return held;
  let last = 0;
  let count = 0;
  const next = (ms: number): string => {
    count = ms > last ? 0 : count + 1;
    last = Math.max(last, ms);
    return `${String(last).padStart(14, '0')}-${String(count).padStart(7, '0')}`;
  };
  orders.set(state, next);
  return next;
};

/** Returns what the network has for the driver of each connection, in order of arrival, until it is taken. */
export function createPhoneInbox(deps: {
  readonly state: StateStore;
  readonly newId: () => string;
  readonly now: () => Date | string | number;
}) {
  const { state, newId, now } = deps;
  const listeners = listenersOf(state);
  const prefixOf = (connectionId: string) => `phone/${connectionId}/in/`;
  const nextOrder = (): string => orderOf(state)(new Date(now()).getTime());

  return {
    nextOrder,
    /** `passing`: as the state store has it. */
    async post(
      connectionId: string,
      event: PhoneEvent,
      { order = nextOrder(), passing = false }: { readonly order?: string; readonly passing?: boolean } = {},
    ): Promise<void> {
      const id = `${prefixOf(connectionId)}${order}-${newId()}`;
      await state.set(id, event, { passing });
      for (const listener of listeners.get(connectionId) ?? []) listener({ id, event });
    },
    /** What is not yet taken, in order, after item `after`. */
    async inbox(
      connectionId: string,
      options: { after?: string; limit?: number } = {},
    ): Promise<readonly PhoneInboxItem[]> {
      const entries = await state.list<PhoneEvent>(prefixOf(connectionId), options);
      return entries.map(({ key, value }) => ({ id: key, event: value }));
    },
    async taken(ids: readonly string[]): Promise<void> {
      await Promise.all(ids.map((id) => state.delete(id, { passing: true })));
    },
    /** Called in this process with what was put into the connection's inbox. */
    onDelivered(connectionId: string, listener: Listener): () => void {
      const set = listeners.get(connectionId) ?? new Set();
      listeners.set(connectionId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(connectionId) === set) listeners.delete(connectionId);
      };
    },
  };
}
export type PhoneInbox = ReturnType<typeof createPhoneInbox>;
