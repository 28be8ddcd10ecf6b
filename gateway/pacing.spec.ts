import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { DriverMessage } from './driver.ts';
import { createInbound } from './inbound.ts';
import { createPacing } from './pacing.ts';

it('so many of a key go at once, the others a minute behind the one that many before them, and nobody else waits', () => {
  let at = 1_000_000;
  const pacing = createPacing(3, () => at);
  const turns = () => Array.from({ length: 7 }, () => pacing.turn('a') - 1_000_000);
  expect(turns()).toEqual([0, 0, 0, 60_000, 60_000, 60_000, 120_000]);
  expect(pacing.turn('b')).toBe(at);
  at += 200_000;
  expect(pacing.turn('a')).toBe(at);
});

it('without a limit nobody waits', () => {
  const pacing = createPacing(0, () => 5);
  for (let time = 0; time < 100; time++) expect(pacing.turn('a')).toBe(5);
});

it('a conversation with too many files waits, in order and with its texts; others do not wait for it', async () => {
  const wrote: string[] = [];
  const never = new AbortController().signal;
  // The second file may be taken after 300 ms, and so on.
  let turns = 0;
  const inbound = createInbound({
    ...{ companyId: 'c', connectionId: 'k', queueId: () => null, reopenWithinMs: () => undefined },
    desk: {
      contacts: { ensure: async () => ({ contactId: 'p' }) },
      tickets: {
        receive: async (_context: unknown, { externalId }: { externalId: string }) => {
          wrote.push(externalId);
          return { ticketId: 't', messageId: externalId };
        },
      },
    },
    readStore: { forCompany: () => ({}) },
    takeMedia: async () => ({ mediaType: 'image' }),
    primed: Promise.resolve(),
    files: { turn: () => Date.now() + 300 * turns++ },
    ...{ log: pino({ level: 'silent' }), signal: never, parallel: 1, sent: new Map() },
  } as unknown as Parameters<typeof createInbound>[0]);
  const message = (externalId: string, from: string, file: boolean): DriverMessage => ({
    ...{ externalId, addresses: [from], name: '', isGroup: false, fromMe: false, body: externalId },
    mediaType: file ? 'image' : 'chat',
    ...(file && { media: { name: 'a.jpg', mime: 'image/jpeg', handle: undefined } }),
    sentAt: new Date().toISOString(),
  });
  const flood = ['f1', 'f2', 't1', 'f3', 't2'].map((id) => inbound.message(message(id, '1', id[0] === 'f')));
  await inbound.message(message('other', '2', false));
  expect(wrote).toEqual(['f1', 'other']);
  await Promise.all(flood);
  expect(wrote).toEqual(['f1', 'other', 'f2', 't1', 'f3', 't2']);
});
