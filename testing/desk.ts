import type { Context, DeskOptions, InboundMessage } from '../domain/desk/desk.ts';
import { createDesk } from '../domain/desk/desk.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import { deriveId } from '../domain/kernel/ids.ts';

/** A desk for tests: ids count up (`prefix` tells desks on one store apart), the clock stands where it is put. */
export const testDesk = (eventStore: EventStore, prefix = 'a', more: Partial<DeskOptions> = {}) => {
  let ids = 0;
  return createDesk({
    eventStore,
    now: () => new Date('2026-11-02T12:00:00.000Z'),
    newId: () => {
      ids += 1;
      return deriveId(prefix, ids);
    },
    hmac: (value) => deriveId('hmac', value),
    ...more,
  });
};

export const asGateway: Context = { companyId: 'c1', actor: { kind: 'system', id: 'gateway' } };
export const asAgent = (userId = 'ana', more: Partial<Context> = {}): Context => ({
  companyId: 'c1',
  actor: { kind: 'user', id: userId },
  ...more,
});

export const inbound = (externalId: string, more: Partial<InboundMessage> = {}): InboundMessage => ({
  connectionId: 'phone',
  queueId: null,
  contactId: 'carla',
  externalId,
  fromMe: false,
  body: `text of ${externalId}`,
  mediaType: 'chat',
  sentAt: '2026-11-02T12:00:00.000Z',
  ...more,
});

/** Every event of a store, in order. */
export const everyEvent = (store: EventStore) => store.readAll({ after: 0, limit: 1_000_000 });
