import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MessageView } from '../../../../contract/message.ts';

/** A message written here that the server has not confirmed yet. Its id is the message's id for ever. */
export interface Outgoing {
  readonly id: string;
  readonly ticketId: string;
  readonly body: string;
  readonly quoted: MessageView['quotedMsg'];
  readonly file?: File;
  /** Length of a voice recording. */
  readonly seconds?: number;
  readonly at: string;
  /** `waiting`: to be sent, or to be sent again; `failed`: refused, the agent decides. */
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly code?: string;
}

/** What became of a try: 'later' when nobody knows (no network, 5xx), so that the same id is sent again. */
export type Sent =
  | { readonly is: 'sent' }
  | { readonly is: 'later' }
  | { readonly is: 'refused'; readonly code: string };

export interface OutboxPorts {
  send(message: Outgoing): Promise<Sent>;
  load(): string | null;
  store(value: string | null): void;
  /** Runs `task` after `ms`; gives what cancels it. */
  wait(ms: number, task: () => void): () => void;
}

export interface Outbox {
  add(message: Omit<Outgoing, 'state'>): void;
  retry(id: string): void;
  discard(id: string): void;
  /** The server is reachable again: what waits is tried now. */
  wake(): void;
  list(): readonly Outgoing[];
  /** The same, to be followed. */
  readonly store: StoreApi<readonly Outgoing[]>;
  close(): void;
}

const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 10_000];

const isOutgoing = (value: unknown): value is Outgoing =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'ticketId', 'body', 'at', 'state'].every((key) => typeof Reflect.get(value, key) === 'string');

function restoreOutgoing(json: string | null): Outgoing[] {
  if (json === null) return [];
  try {
    const value: unknown = JSON.parse(json);
    // A message that was being sent when the page went away is sent again: same id, so never twice.
    return Array.isArray(value)
      ? value
          .filter(isOutgoing)
          .map((item) => (item.state === 'sending' ? { ...item, state: 'waiting' } : item))
      : [];
  } catch {
    return []; // written by another version: nothing to go on with
  }
}

/**
 * Returns messages on their way: kept in browser storage (files in memory only), sent one after the other in each
 * ticket, and tried again under the same id until the server answers, so that an outage loses and doubles nothing.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  const store = createStore<readonly Outgoing[]>(() => restoreOutgoing(ports.load()));
  const list = store.getState;
  let failures = 0;
  let cancelWait: (() => void) | undefined;
  let closed = false;
  const busy = new Set<string>();

  const set = (next: readonly Outgoing[]) => {
    const kept = next.filter((item) => item.file === undefined);
    ports.store(kept.length === 0 ? null : JSON.stringify(kept));
    store.setState(next, true);
  };
  const update = (id: string, change: Partial<Outgoing>) =>
    set(list().map((item) => (item.id === id ? { ...item, ...change } : item)));

  const later = () => {
    if (cancelWait !== undefined || closed) return;
    const ms = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 1_000;
    cancelWait = ports.wait(ms, () => {
      cancelWait = undefined;
      pump();
    });
  };

  const sendOne = async (item: Outgoing) => {
    busy.add(item.ticketId);
    update(item.id, { state: 'sending' });
    const outcome = await ports.send(item).catch((): Sent => ({ is: 'later' }));
    busy.delete(item.ticketId);
    if (closed) return;
    if (outcome.is === 'sent') {
      failures = 0;
      set(list().filter((other) => other.id !== item.id));
    } else if (outcome.is === 'refused') update(item.id, { state: 'failed', code: outcome.code });
    else {
      failures += 1;
      update(item.id, { state: 'waiting' });
      later();
      return;
    }
    pump();
  };

  const pump = () => {
    if (closed || cancelWait !== undefined) return;
    for (const item of list()) if (item.state === 'waiting' && !busy.has(item.ticketId)) void sendOne(item);
  };

  const wake = () => {
    cancelWait?.();
    cancelWait = undefined;
    pump();
  };
  queueMicrotask(pump);

  return {
    add: (message) => {
      set([...list(), { ...message, state: 'waiting' }]);
      pump();
    },
    retry: (id) => {
      update(id, { state: 'waiting' });
      wake();
    },
    discard: (id) => set(list().filter((item) => item.id !== id || item.state === 'sending')),
    wake,
    list,
    store,
    close: () => {
      closed = true;
      cancelWait?.();
    },
  };
}
