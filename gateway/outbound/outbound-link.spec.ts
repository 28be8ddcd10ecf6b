import { pino } from 'pino';
import { expect, it } from 'vitest';
import { addressingOf } from '../driver/addressing.ts';
import type { Driver } from '../driver/driver.ts';
import { createOutbound } from './outbound.ts';
import type { OutboundDeps } from './scope.ts';
import { sentIndex } from './sent-index.ts';

const contact = { id: 'p1', number: '5511955500142', aliases: [], isGroup: false };

/** Outbound of one connection, which is up, to one contact, with what a test has of its own. */
const openOutbound = (
  own: Pick<OutboundDeps, 'driver' | 'desk' | 'eventStore'> & Partial<OutboundDeps>,
): ReturnType<typeof createOutbound> =>
  createOutbound({
    companyId: 'c1',
    connectionId: 'w1',
    limits: { changeMinutes: { edit: null, delete: null } },
    readStore: { forCompany: () => ({ find: async () => [], get: async () => contact }) } as never,
    state: {} as never,
    media: {} as never,
    sentIndex: sentIndex(),
    pacer: { isOpen: () => true, waiting: 0 } as never,
    typing: () => 'never',
    channel: 'simulator',
    addressing: addressingOf({ kind: 'simulator', addresses: 'telephone' }),
    projectorReached: async () => {},
    isUp: () => true,
    whenUp: async () => {},
    sendTimeoutMs: 1_000,
    uploadTimeoutMs: 1_000,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
    ...own,
  });

it.each(['prepared', 'typed'])(
  'the link is looked at right before each send: one that fell while the message was %s sends nothing',
  async (when) => {
    const order: string[] = [];
    let up = true;
    let waiting = false;
    let back = Promise.withResolvers<void>();
    const queued = { ticketId: 't1', messageId: 'm1', contactId: 'p1', body: 'Bom dia', mediaType: 'chat' };
    const outbound = openOutbound({
      driver: {
        idempotentSend: true,
        typing: async () => {
          if (when === 'typed') up = false;
        },
        send: async () => void order.push('sent'),
      } as Partial<Driver> as Driver,
      desk: { tickets: { sent: async () => void order.push('recorded') } } as never,
      eventStore: {
        head: async () => 1,
        read: async () => [{ type: 'MessageQueued', revision: 0, data: queued }],
      } as never,
      readStore: {
        forCompany: () => ({
          find: async () => [],
          get: async () => {
            order.push('address');
            if (when === 'prepared' && order.length === 1) up = false;
            return contact;
          },
        }),
      } as never,
      typing: () => (when === 'typed' ? 'always' : 'never'),
      isUp: () => up,
      whenUp: async () => {
        waiting = !up;
        if (!up) await back.promise;
      },
    });
    await outbound.prime();
    outbound.touch({ ticketId: 't1', messageId: 'm1', contactId: 'p1', from: 0 });
    await expect.poll(() => [up, waiting, ...order]).toEqual([false, true, 'address']);
    up = true;
    back.resolve();
    back = Promise.withResolvers();
    await expect.poll(() => order).toEqual(['address', 'address', 'sent', 'recorded']);
  },
);

it('a message that is told as news is sent without being read again, one that has to wait is read when its turn comes', async () => {
  const sentBodies: string[] = [];
  const asked: (number | undefined)[] = [];
  const firstIsOut = Promise.withResolvers<void>();
  const queued = (messageId: string, revision: number, body: string) =>
    ({
      type: 'MessageQueued',
      revision,
      data: { ticketId: 't1', messageId, contactId: 'p1', body, mediaType: 'chat' },
    }) as never;
  const outbound = openOutbound({
    driver: {
      idempotentSend: true,
      send: async ({ body }) => {
        sentBodies.push(body);
        if (sentBodies.length === 1) await firstIsOut.promise;
      },
    } as Partial<Driver> as Driver,
    desk: { tickets: { sent: async () => undefined } } as never,
    eventStore: {
      head: async () => 1,
      read: async (_stream: string, { from }: { from?: number } = {}) => {
        asked.push(from);
        return from === 1 ? [queued('m2', 1, 'Read anew')] : [];
      },
    } as never,
    sendTimeoutMs: 10_000,
  });
  await outbound.prime();
  outbound.touch(
    { ticketId: 't1', messageId: 'm1', contactId: 'p1', from: 0 },
    queued('m1', 0, 'As it was told'),
  );
  outbound.touch(
    { ticketId: 't1', messageId: 'm2', contactId: 'p1', from: 1 },
    queued('m2', 1, 'As it was told'),
  );
  await expect.poll(() => sentBodies).toEqual(['As it was told']);
  expect(asked).toEqual([1]);
  firstIsOut.resolve();
  await expect.poll(() => sentBodies).toEqual(['As it was told', 'Read anew']);
});
