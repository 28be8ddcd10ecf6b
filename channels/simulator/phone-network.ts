import { mediaTypeOf } from '../../domain/media/media-type.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import {
  type PhoneDelivery,
  type PhoneEvent,
  type PhoneFaultMode,
  type PhoneInboxItem,
  type PhoneMessage,
  type PhoneOutbound,
  phoneDelivery,
  phoneFault,
} from './phone-events.ts';
import { phoneFaults } from './phone-faults.ts';

/**
 * A pretend phone network, durable on the state port: what a customer sends stands in an inbox until the gateway's
 * driver says it is taken (at least once; message ids tell repeats), and every phone's chat can be looked at.
 * API routes and the driver may live in different processes: in one process `onDelivered` wakes the driver at once,
 * otherwise it polls. Numbers are reduced to their digits.
 */
export interface PhoneNetwork {
  /** A customer (or, with `fromMe`, the company's own phone) writes. Durable when it resolves. */
  deliver(connectionId: string, delivery: PhoneDelivery): Promise<{ readonly id: string }>;
  /** The customer edits or deletes what they wrote. False: no such message. */
  editByCustomer(connectionId: string, number: string, id: string, body: string): Promise<boolean>;
  deleteByCustomer(connectionId: string, number: string, id: string): Promise<boolean>;
  /** The customer reacts to a message of either side; '' takes it back. False: no such message, or it is deleted. */
  reactByCustomer(connectionId: string, number: string, id: string, emoji: string): Promise<boolean>;
  /** The customer votes in a poll, by the options' places. False: no such poll. */
  voteByCustomer(
    connectionId: string,
    number: string,
    id: string,
    choices: readonly number[],
  ): Promise<boolean>;
  /** The customer has read everything. Gives how many messages of the business turned read. */
  read(connectionId: string, number: string): Promise<number>;
  /** What that phone has sent and received, oldest first. */
  chats(connectionId: string, number: string): Promise<readonly PhoneMessage[]>;
  /** Numbers that have a chat on this connection. */
  numbers(connectionId: string): Promise<readonly string[]>;
  faults(connectionId: string, fault: { mode: PhoneFaultMode; count?: number }): Promise<void>;

  /** For the driver: what is not yet taken, in order, after item `after`. */
  inbox(
    connectionId: string,
    options?: { after?: string; limit?: number },
  ): Promise<readonly PhoneInboxItem[]>;
  taken(ids: readonly string[]): Promise<void>;
  /** Puts a message of the business on the phone, exactly once per external id. True when it was new. */
  accept(connectionId: string, number: string, message: PhoneOutbound): Promise<boolean>;
  editByBusiness(connectionId: string, number: string, externalId: string, body: string): Promise<boolean>;
  deleteByBusiness(connectionId: string, number: string, externalId: string): Promise<boolean>;
  reactByBusiness(connectionId: string, number: string, externalId: string, emoji: string): Promise<boolean>;
  takeFault(connectionId: string, mode: PhoneFaultMode): Promise<boolean>;
  /** Numbers that end in 0000 are not on this network. */
  exists(number: string): boolean;
  /** Called in this process when something was put into the connection's inbox. */
  onDelivered(connectionId: string, listener: () => void): () => void;
}

/** Digits only: '+55 11 91234-5678' and '5511912345678' are one phone. */
export const phoneNumber = (number: string): string => number.replace(/\D/g, '');

type Stored = PhoneMessage & { readonly order: string };

/** Networks on one state store in one process are one network: what is delivered through one wakes the driver at another. */
const listening = new WeakMap<StateStore, Map<string, Set<() => void>>>();
const listenersOf = (state: StateStore) => {
  const held = listening.get(state) ?? new Map<string, Set<() => void>>();
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

/**
 * @param deps.now the clock (an instant in any form `Date` takes)
 * @param deps.newId unique ids
 */
export function createPhoneNetwork(deps: {
  state: StateStore;
  newId: () => string;
  now: () => Date | string | number;
}): PhoneNetwork {
  const { state, newId, now } = deps;
  const faults = phoneFaults(state);
  const listeners = listenersOf(state);
  const inboxPrefix = (connectionId: string) => `phone/${connectionId}/in/`;
  const chatsPrefix = (connectionId: string) => `phone/${connectionId}/chat/`;
  const chatPrefix = (connectionId: string, number: string) =>
    `${chatsPrefix(connectionId)}${phoneNumber(number) || '0'}/`;
  const chatKey = (connectionId: string, number: string, id: string) =>
    chatPrefix(connectionId, number) + encodeURIComponent(id);

  const nextOrder = (): string => orderOf(state)(new Date(now()).getTime());
  const instant = () => new Date(now()).toISOString();

  async function post(connectionId: string, event: PhoneEvent, order = nextOrder()): Promise<void> {
    await state.set(`${inboxPrefix(connectionId)}${order}-${newId()}`, event);
    for (const listener of listeners.get(connectionId) ?? []) listener();
  }

  /** Repeats when another writer changed the message between reading and writing it. */
  async function change(
    connectionId: string,
    number: string,
    id: string,
    update: (message: Stored) => Partial<PhoneMessage> | undefined,
  ): Promise<boolean> {
    const key = chatKey(connectionId, number, id);
    for (;;) {
      const entry = await state.get<Stored>(key);
      if (!entry) return false;
      const changes = update(entry.value);
      if (!changes) return false;
      if (await state.set(key, { ...entry.value, ...changes }, { expected: entry.version })) return true;
    }
  }

  async function stored(connectionId: string, number: string): Promise<Stored[]> {
    const found: Stored[] = [];
    for (let after: string | undefined; ; ) {
      const page = await state.list<Stored>(chatPrefix(connectionId, number), {
        limit: 500,
        ...(after === undefined ? {} : { after }),
      });
      found.push(...page.map((entry) => entry.value));
      if (page.length < 500) return found.sort((a, b) => (a.order < b.order ? -1 : 1));
      after = page.at(-1)?.key;
    }
  }

  const react = (
    connectionId: string,
    number: string,
    id: string,
    side: 'customer' | 'business',
    emoji: string,
  ) =>
    change(connectionId, number, id, ({ reactions = { customer: '', business: '' }, deleted }) =>
      deleted ? undefined : { reactions: { ...reactions, [side]: emoji } },
    );

  const mine = (fromBusiness: boolean) => (message: Stored) => message.fromBusiness === fromBusiness;

  return {
    async deliver(connectionId, delivery) {
      const { number: written, name, id = newId(), fromMe, ...content } = phoneDelivery.parse(delivery);
      const number = phoneNumber(written);
      const order = nextOrder();
      const message: Stored = {
        id,
        fromBusiness: fromMe,
        body: content.body,
        mediaType: content.mediaType ?? mediaTypeOf(content.media?.mime),
        media: content.media ?? null,
        extra: content.extra ?? null,
        quotedId: content.quotedId ?? null,
        ack: fromMe ? 3 : 1,
        at: instant(),
        edited: false,
        deleted: false,
        order,
      };
      const { order: _, ...shown } = message;
      // A repeat of an id leaves the bubble as it is and is handed to the business once more: that is what a duplicate is.
      await Promise.all([
        state.set(chatKey(connectionId, number, id), message, { expected: null }),
        post(connectionId, { kind: 'message', number, name, message: shown }, order),
      ]);
      return { id };
    },

    async editByCustomer(connectionId, number, id, body) {
      const done = await change(connectionId, number, id, (message) =>
        mine(false)(message) && !message.deleted ? { body, edited: true } : undefined,
      );
      if (done)
        await post(connectionId, {
          kind: 'edit',
          number: phoneNumber(number),
          messageId: id,
          body,
          at: instant(),
        });
      return done;
    },

    async deleteByCustomer(connectionId, number, id) {
      const done = await change(connectionId, number, id, (message) =>
        mine(false)(message) ? { deleted: true } : undefined,
      );
      if (done)
        await post(connectionId, {
          kind: 'delete',
          number: phoneNumber(number),
          messageId: id,
          at: instant(),
        });
      return done;
    },

    async reactByCustomer(connectionId, number, id, emoji) {
      const done = await react(connectionId, number, id, 'customer', emoji);
      if (done)
        await post(connectionId, {
          ...{ kind: 'reaction', number: phoneNumber(number), messageId: id, emoji },
          at: instant(),
        });
      return done;
    },

    async voteByCustomer(connectionId, number, id, choices) {
      const done = await change(connectionId, number, id, (message) =>
        message.extra?.poll && !message.deleted ? { choices } : undefined,
      );
      if (done)
        await post(connectionId, {
          ...{ kind: 'vote', number: phoneNumber(number), messageId: id, choices },
          at: instant(),
        });
      return done;
    },

    async read(connectionId, number) {
      const unread = (await stored(connectionId, number)).filter((m) => m.fromBusiness && m.ack < 4);
      if (unread.length === 0) return 0;
      const messageIds = unread.map((message) => message.id);
      // The receipt first: marked before it, a crash in between would leave the business without it for ever.
      await post(connectionId, { kind: 'receipt', number: phoneNumber(number), messageIds, ack: 4 });
      await Promise.all(
        messageIds.map((id) => change(connectionId, number, id, (m) => (m.ack < 4 ? { ack: 4 } : undefined))),
      );
      return unread.length;
    },

    async chats(connectionId, number) {
      return (await stored(connectionId, number)).map(({ order: _, ...message }) => message);
    },

    async numbers(connectionId) {
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

    async faults(connectionId, fault) {
      await faults.set(connectionId, phoneFault.parse(fault));
      await post(connectionId, { kind: 'fault' });
    },

    async inbox(connectionId, options = {}) {
      const entries = await state.list<PhoneEvent>(inboxPrefix(connectionId), options);
      return entries.map(({ key, value }) => ({ id: key, event: value }));
    },

    async taken(ids) {
      await Promise.all(ids.map((id) => state.delete(id)));
    },

    async accept(connectionId, number, outbound) {
      const message: Stored = {
        id: outbound.externalId,
        fromBusiness: true,
        body: outbound.body,
        mediaType: outbound.mediaType ?? mediaTypeOf(outbound.media?.mime),
        media: outbound.media ?? null,
        extra: null,
        quotedId: outbound.quotedId ?? null,
        ack: 3,
        at: instant(),
        edited: false,
        deleted: false,
        order: nextOrder(),
      };
      const fresh = await state.set(chatKey(connectionId, number, outbound.externalId), message, {
        expected: null,
      });
      // Also for a repeat: the sender may have died before the receipt was written.
      await post(connectionId, {
        kind: 'receipt',
        number: phoneNumber(number),
        messageIds: [outbound.externalId],
        ack: 3,
      });
      return fresh !== undefined;
    },

    editByBusiness: (connectionId, number, externalId, body) =>
      change(connectionId, number, externalId, (m) => (m.fromBusiness ? { body, edited: true } : undefined)),
    deleteByBusiness: (connectionId, number, externalId) =>
      change(connectionId, number, externalId, (m) => (m.fromBusiness ? { deleted: true } : undefined)),
    reactByBusiness: (connectionId, number, externalId, emoji) =>
      react(connectionId, number, externalId, 'business', emoji),
    takeFault: faults.take,
    exists: (number) => /^\d{8,15}$/.test(phoneNumber(number)) && !phoneNumber(number).endsWith('0000'),

    onDelivered(connectionId, listener) {
      const set = listeners.get(connectionId) ?? new Set();
      listeners.set(connectionId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(connectionId) === set) listeners.delete(connectionId);
      };
    },
  };
}
