import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createReceipts } from './receipts.ts';
import { sentIndex } from './sent-index.ts';

it('receipts that come together are one command a ticket, each message at the highest of its own', async () => {
  const commands: unknown[] = [];
  const sent = sentIndex();
  for (const id of ['a', 'b', 'c']) sent.set(`X${id}`, { ticketId: id === 'c' ? 't2' : 't1', messageId: id });
  const receipts = createReceipts({
    companyId: 'c1',
    connectionId: 'w1',
    channel: 'simulator',
    desk: {
      tickets: { acknowledge: async (_: unknown, command: unknown) => void commands.push(command) } as never,
    },
    readStore: { forCompany: () => ({ find: async () => [] }) as never },
    eventStore: { head: async () => 0 },
    projectorReached: async () => {},
    sentIndex: sent,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
  await Promise.all([
    receipts.handle(['Xa', 'Xb'], 3),
    receipts.handle(['Xa'], 4),
    // 'Delivered' told after 'read': the network keeps no order.
    receipts.handle(['Xa'], 3),
    receipts.handle(['Xc'], 2),
  ]);
  expect(commands).toHaveLength(3);
  expect(commands).toEqual(
    expect.arrayContaining([
      { ticketId: 't1', messageIds: ['a'], ack: 4 },
      { ticketId: 't1', messageIds: ['b'], ack: 3 },
      { ticketId: 't2', messageIds: ['c'], ack: 2 },
    ]),
  );
});

it('a refusal that comes to another gateway than the one that sent is told, though the read models lag behind', async () => {
  const failed: unknown[] = [];
  let folded = 0;
  const message = { id: 'a', ticketId: 't1', fromMe: true, externalId: 'Xa' };
  const receipts = createReceipts({
    companyId: 'c1',
    connectionId: 'w1',
    channel: 'simulator',
    desk: { tickets: { failed: async (_: unknown, command: unknown) => void failed.push(command) } as never },
    readStore: { forCompany: () => ({ find: async () => (folded >= 7 ? [message] : []) }) as never },
    eventStore: { head: async () => 7 },
    projectorReached: async (position) => {
      folded = position;
    },
    sentIndex: sentIndex(),
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
  await receipts.refused('Xa', '479');
  expect(failed).toMatchObject([{ ticketId: 't1', messageId: 'a', params: { code: '479' }, late: true }]);
});
