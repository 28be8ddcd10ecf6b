import { pino } from 'pino';
import { expect } from 'vitest';
import { createPhoneNetwork } from '../channels/simulator/phone-network.ts';
import { withSchemas } from '../domain/catalogue.ts';
import type { Context } from '../domain/desk/desk.ts';
import { createDesk } from '../domain/desk/desk.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import { newId } from '../domain/kernel/ids.ts';
import type { MediaStore } from '../domain/ports/media-store.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { GatewayConfig, GatewayDeps } from '../gateway/gateway-config.ts';
import type { ContactDocument } from '../projections/contacts/document.ts';
import { collections, projections } from '../projections/index.ts';
import type { MessageDocument } from '../projections/messages/document.ts';
import { createProjector } from '../projections/projector/projector.ts';
import type { TicketDocument } from '../projections/tickets/document.ts';
import { createContactKeys } from '../stores/contact-keys/contact-keys.ts';
import { createSnapshotBoxes } from '../stores/snapshots/snapshots.ts';
import { createInMemoryEventStore } from './in-memory/event-store.ts';
import { createInMemoryReadStore } from './in-memory/read-store.ts';
import { createInMemoryStateStore } from './in-memory/state-store.ts';

export const companyId = '0b0e2a3c-2f3e-5a55-8a38-7a0f4f1f2c11';
export const system: Context = { companyId, actor: { kind: 'system', id: 'test' } };
export const ana: Context = { companyId, actor: { kind: 'user', id: 'ana', name: 'Ana' } };
export const customer = '5511955500142';

const log = pino({ level: 'silent' });
const noMedia: MediaStore = new Proxy({} as MediaStore, {
  get: () => async () => {
    throw new Error('no media in this test');
  },
});

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** `groups: false`: what is written in groups is left out, as a company has it at first. `rememberedMs`: with keys of contacts, remembered so long. The simulator's network, a running projector and as many gateways as a test starts, on stores in memory. */
export async function startTestGateway(
  options: { media?: MediaStore; groups?: false; rememberedMs?: number } = {},
) {
  const stored = createInMemoryEventStore();
  const readStore = createInMemoryReadStore({ collections });
  const state = createInMemoryStateStore();
  const contactKeys =
    options.rememberedMs === undefined
      ? undefined
      : createContactKeys({ state, secretKey: 'x'.repeat(32), rememberedMs: options.rememberedMs });
  const eventStore = contactKeys ? withSchemas(stored, contactKeys) : stored;
  const now = () => new Date();
  const deskOn = (store: EventStore) =>
    createDesk({
      eventStore: store,
      ...(contactKeys && { contactKeys, snapshots: createSnapshotBoxes({ state, contactKeys, log }) }),
      now,
      newId,
      hmac: (value) => value,
      log,
    });
  const desk = deskOn(eventStore);
  const projector = createProjector({ eventStore, readStore, state, projections, log, leaseMs: 1_000 });
  projector.start();
  const phones = createPhoneNetwork({ state, newId, now });
  const reader = readStore.forCompany(companyId);
  await desk.companies.create(system, { name: 'Demo' });
  if (options.groups !== false)
    await desk.companies.setSetting(system, { key: 'CheckMsgIsGroup', value: 'disabled' });
  const { connectionId } = await desk.connections.create(system, { name: 'Loja', channel: 'simulator' });
  await desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  const running: { stop(): Promise<void> }[] = [];

  return {
    desk,
    /** A desk of another process, on a store that a test makes fail. */
    deskOn,
    phones,
    state,
    eventStore,
    /** What is stored, as it is stored. */
    stored,
    contactKeys,
    readStore,
    projector,
    reader,
    connectionId,
    /** Another process: its own view of the stores, which a test may make fail. */
    async startGateway(
      more: { eventStore?: EventStore; state?: StateStore; config?: Partial<GatewayConfig> } & Partial<
        Pick<GatewayDeps, 'openDriver' | 'onParked' | 'assistants' | 'webhooks'>
      > = {},
    ) {
      const own = more.eventStore ?? eventStore;
      const ownState = more.state ?? state;
      const gateway = createGateway({
        ...(contactKeys && { contactKeys }),
        desk: deskOn(own),
        eventStore: own,
        readStore,
        state: ownState,
        media: options.media ?? noMedia,
        reached: projector.reached,
        newId,
        holderId: newId(),
        config: {
          secretKey: 'x'.repeat(32),
          maxMediaBytes: 1_000_000,
          leaseMs: 400,
          sendTimeoutMs: 300,
          drainMs: 50,
          reconnectFirstMs: 20,
          reconnectCapMs: 100,
          fileTries: 3,
          fileRetryMs: 20,
          ...more.config,
        },
        log,
        ...(more.openDriver && { openDriver: more.openDriver }),
        ...(more.onParked && { onParked: more.onParked }),
        assistants: more.assistants,
        webhooks: more.webhooks,
      });
      running.push(gateway);
      await gateway.start();
      return gateway;
    },
    write: (body: string, more: { number?: string; id?: string; name?: string } = {}) =>
      phones.deliver(connectionId, { number: customer, name: 'Marina', body, ...more }),
    /** Bodies that the business has put on a phone. */
    onPhone: async (number = customer) =>
      (await phones.chats(connectionId, number))
        .filter(({ fromBusiness }) => fromBusiness)
        .map(({ body }) => body),
    tickets: () => reader.find<TicketDocument>('tickets', {}),
    contacts: () => reader.find<ContactDocument>('contacts', {}),
    messages: (ticketId?: string) =>
      reader.find<MessageDocument>('messages', {
        ...(ticketId !== undefined && { where: { ticketId } }),
        sort: ['order'],
      }),
    /** The one ticket, once it is there, accepted by Ana. */
    async accepted(): Promise<string> {
      await expect
        .poll(async () => (await reader.find('tickets', {})).length, { timeout: 5_000, interval: 10 })
        .toBe(1);
      const [ticket] = await reader.find<TicketDocument>('tickets', {});
      await desk.tickets.accept(ana, { ticketId: ticket!.id, userId: 'ana' });
      return ticket!.id;
    },
    /** Nothing is left in the network's inbox, in the outbox or in the log. */
    async settled(timeout = 10_000): Promise<void> {
      await expect
        .poll(
          async () => {
            await projector.reached(await eventStore.head(), 1_000);
            return [(await phones.inbox(connectionId)).length, (await reader.find('outbox', {})).length];
          },
          { timeout, interval: 20 },
        )
        .toEqual([0, 0]);
    },
    async close(): Promise<void> {
      await Promise.all(running.map((gateway) => gateway.stop()));
      await projector.stop();
    },
  };
}
