import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ana, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { followLog, type Start } from './follow-log.ts';

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

it('after an older copy of the log was put back, what customers write and agents answer goes on as after a start', async () => {
  await test.startGateway();
  const backup = await test.eventStore.head();
  await test.write('lost with the newer log', { id: 'lost' });
  await test.settled();
  await test.accepted();
  test.stored.putBack(backup);
  await expect.poll(() => test.messages(), { timeout: 10_000 }).toEqual([]);
  await test.write('Oi', { id: 'after' });
  await test.settled();
  expect((await test.messages()).map(({ body }) => body)).toEqual(['Oi']);
  expect(await test.contacts()).toHaveLength(1);
  const ticketId = await test.accepted();
  await test.desk.tickets.send(ana, { ticketId, body: 'Olá!', mediaType: 'chat' });
  await expect.poll(() => test.onPhone(), { timeout: 10_000 }).toContain('Olá!');
  await test.settled();
}, 30_000);

it('what was answered before the copy and is only asked for again is written again, not taken for done', async () => {
  await test.startGateway();
  const backup = await test.eventStore.head();
  await test.write('the same message', { id: 'same' });
  await test.settled();
  test.stored.putBack(backup);
  await expect.poll(() => test.messages(), { timeout: 10_000 }).toEqual([]);
  await test.write('the same message', { id: 'same' });
  await test.settled();
  expect((await test.messages()).map(({ body }) => body)).toEqual(['the same message']);
}, 30_000);

it('whoever follows the log begins anew where the read models of the older copy stand', async () => {
  const eventStore = createInMemoryEventStore();
  const append = async (stream: string, revision: number) => {
    const metadata = {
      companyId: 'c1',
      actor: { kind: 'system', id: 't' } as const,
      at: '2026-01-01T00:00:00.000Z',
      commandId: stream,
      correlationId: stream,
    };
    const id = `${stream}@${revision}`;
    await eventStore.append(stream, revision - 1, [{ id, type: 'Happened', data: {}, metadata }]);
  };
  for (const stream of ['a-1', 'b-1', 'c-1']) await append(stream, 0);
  const seen: string[] = [];
  const ending = new AbortController();
  let anew: Start | undefined;
  const following = followLog({
    eventStore,
    start: { after: 0 },
    log: pino({ level: 'silent' }),
    signal: ending.signal,
    startAnew: async () => {
      const [first] = await eventStore.readAll({ after: 0, limit: 1 });
      anew = { after: 1, mark: first };
      return anew;
    },
    each: ({ id }) => void seen.push(id),
  });
  await expect.poll(() => seen.length).toBe(3);
  eventStore.putBack(1);
  for (const stream of ['d-1', 'e-1', 'f-1']) await append(stream, 0);
  await expect.poll(() => seen).toEqual(['a-1@0', 'b-1@0', 'c-1@0', 'd-1@0', 'e-1@0', 'f-1@0']);
  expect(anew).toMatchObject({ after: 1 });
  ending.abort();
  await following;
});
