import { expect, it } from 'vitest';
import type { StoreState } from '../api/health/readiness.ts';
import { UnavailableError } from '../domain/kernel/event-store.ts';
import { openEventStoreDb } from '../stores/event-store/eventstoredb/store.ts';
import { startEventStoreDbDouble } from '../testing/eventstoredb/server.ts';
import { eventStoreAnswers, hostsOf } from './event-store-answers.ts';

const recording = () => {
  const lines: { message: string; details: Record<string, unknown> }[] = [];
  const say = (details: object, message: string) =>
    void lines.push({ message, details: details as Record<string, unknown> });
  return { lines, log: { warn: say, info: say } as never };
};

it('a store that is away at the start is waited for: one line at once, one now and then, and it goes on', async () => {
  const double = await startEventStoreDbDouble();
  const url = double.url.replace('esdb://', 'esdb://admin:changeit@');
  await double.kill();
  const eventStore = await openEventStoreDb({ url: double.url });
  const { lines, log } = recording();
  let state: (() => StoreState) | undefined;
  let began = 0;
  const waiting = eventStoreAnswers({
    ...{ eventStore, url, log, askMs: 20, sayMs: 400 },
    meanwhile: async (now) => {
      state = now;
      began += 1;
    },
  });
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  expect(state?.()).toBe('unreachable');
  await double.restart();
  await waiting;
  expect(began).toBe(1);
  const host = `127.0.0.1:${double.port}`;
  expect(lines[0]).toMatchObject({
    message: `waiting for the event store at ${host}`,
    details: { host, state: 'unreachable', reason: expect.stringContaining('ECONN') },
  });
  expect(lines.at(-1)?.message).toContain('the event store answers');
  expect(JSON.stringify(lines)).not.toContain('changeit');
  await eventStore.close();
  await double.stop();
}, 30_000);

it('a store that answers is not spoken of', async () => {
  const { lines, log } = recording();
  await eventStoreAnswers({ eventStore: { ping: async () => undefined }, url: undefined, log });
  expect(lines).toEqual([]);
});

it('what a server says of who may not ask names no password', async () => {
  const { lines, log } = recording();
  const ending = new AbortController();
  const cause = new Error('denied for esdb://admin:changeit@a:2113');
  const waiting = eventStoreAnswers({
    eventStore: {
      ping: async () => {
        throw new UnavailableError('denied', { cause });
      },
    },
    ...{ url: 'esdb://admin:changeit@a:2113,b:2113?tls=true', log, signal: ending.signal, askMs: 5 },
  });
  await expect.poll(() => lines.length).toBe(1);
  ending.abort();
  await expect(waiting).rejects.toThrow();
  expect(lines[0]?.details).toMatchObject({ host: 'a:2113,b:2113', reason: 'denied for esdb://a:2113' });
});

it.each([
  ['esdb://127.0.0.1:2113?tls=false', '127.0.0.1:2113'],
  ['esdb+discover://user:p%40ss@cluster.example', 'cluster.example'],
  ['kurrentdb://user:pass@a:1,b:2,c:3/?tls=true', 'a:1,b:2,c:3'],
])('of %s only the hosts are named', (url, hosts) => {
  expect(hostsOf(url)).toBe(hosts);
});
