import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import type { App, ProjectorStatus } from '../deps.ts';
import { healthRoutes } from './routes.ts';

type Deps = Parameters<typeof healthRoutes>[1];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const secret = 'mongodb://balcao:hunter2@10.1.2.3/state at /srv/data/state.sqlite';
const fine = async () => {};
const failWith = (more: object) => async () => {
  throw Object.assign(new Error(secret), more);
};

/** A process whose stores answer as told, and what it logs. */
async function standing(
  options: {
    eventStore?: () => Promise<void>;
    readStore?: () => Promise<void>;
    state?: () => Promise<void>;
    projector?: Partial<ProjectorStatus>;
    stopping?: boolean;
    parkedEvents?: number;
    metricsToken?: string;
  } = {},
) {
  const lines: string[] = [];
  const log: FastifyBaseLogger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  }).withTypeProvider<ZodTypeProvider>();
  const stores = { ...options };
  healthRoutes(app, {
    eventStore: { ping: () => (stores.eventStore ?? fine)() },
    readStore: { ping: () => (stores.readStore ?? fine)() },
    state: {
      ping: () => (stores.state ?? fine)(),
      now: async () => Date.now(),
      list: async () => Array.from({ length: options.parkedEvents ?? 0 }),
    },
    projectorStatus: () => ({
      ...{ lag: 0, lagMs: 0, parked: 0, running: true, role: 'leader', prepared: true, unattendedMs: 0 },
      ...options.projector,
    }),
    stopping: () => options.stopping === true,
    config: { version: '7.7.7', metricsToken: options.metricsToken },
    log,
    subscribers: () => 3,
  } as unknown as Deps);
  closing.push(() => app.close());
  const ready = async () => {
    const answer = await app.inject({ url: '/readyz' });
    return { code: answer.statusCode, text: answer.body, body: answer.json() };
  };
  return { app, ready, stores, logged: () => lines.join('') };
}

describe('readyz', () => {
  it('is green when every store answers', async () => {
    const { ready } = await standing();
    expect(await ready()).toMatchObject({
      code: 200,
      body: { status: 'ok', stores: { eventStore: 'ok', readStore: 'ok', stateStore: 'ok' } },
    });
  });

  it.each(['eventStore', 'readStore', 'state'] as const)('is red when the %s fails', async (store) => {
    const { ready, stores, logged } = await standing();
    stores[store] = failWith({});
    const red = await ready();
    expect(red.code).toBe(503);
    expect(red.body).toMatchObject({
      status: 'unavailable',
      stores: { [store === 'state' ? 'stateStore' : store]: 'failed' },
    });
    expect(logged()).toContain('hunter2');
    delete stores[store];
    expect((await ready()).code).toBe(200);
  });

  it.each([
    [{ errcode: 13 }, 'disk full'],
    [{ errcode: 14 }, 'unreachable'],
    [{ code: 'ENOSPC' }, 'disk full'],
    [{ code: 'ENOENT' }, 'unreachable'],
    [{ code: 'ECONNREFUSED' }, 'unreachable'],
    [{ name: 'MongoServerSelectionError' }, 'unreachable'],
    [{ cause: { errcode: 13 } }, 'disk full'],
    [{ errcode: 11 }, 'failed'],
  ])('says %j in one word, and nothing of what the engine said', async (more, word) => {
    const { ready, logged } = await standing({ state: failWith(more) });
    const { text, body } = await ready();
    expect(body.stores.stateStore).toBe(word);
    expect(text).not.toMatch(/hunter2|mongodb|srv|sqlite|Error/);
    expect(logged()).toContain(secret);
  });

  it('is red in time when a store never answers', async () => {
    const { ready } = await standing({ readStore: () => new Promise(() => {}) });
    expect(await ready()).toMatchObject({ code: 503, body: { stores: { readStore: 'timeout' } } });
  });

  it('logs a failure once, and its end, however often it is asked', async () => {
    const { ready, stores, logged } = await standing({ state: failWith({}) });
    for (let turn = 0; turn < 5; turn++) await ready();
    expect(logged().match(/does not work/g)).toHaveLength(1);
    stores.state = fine;
    for (let turn = 0; turn < 3; turn++) await ready();
    expect(logged().match(/works again/g)).toHaveLength(1);
  });

  it.each<[Partial<ProjectorStatus>, number, string]>([
    [{ lag: 5, lagMs: 29_000 }, 200, 'ok'],
    [{ lag: 5, lagMs: 31_000 }, 503, 'unavailable'],
    [{ parked: 1 }, 200, 'degraded'],
    // Its own read models are not there yet, or nobody was ever seen folding them.
    [{ prepared: false }, 503, 'starting'],
    [{ prepared: false, running: false, role: 'waiting' }, 503, 'starting'],
    // Nobody folds: never 'ok', and no outage before it shows.
    [{ running: false, role: 'waiting', unattendedMs: 0 }, 200, 'degraded'],
    [{ running: false, role: 'waiting', unattendedMs: 29_000 }, 200, 'degraded'],
    [{ running: false, role: 'waiting', unattendedMs: 31_000 }, 503, 'unavailable'],
    [{ running: true, role: 'standby' }, 200, 'ok'],
    [{ failing: secret }, 503, 'unavailable'],
  ])('with the projector at %j it is %i %s', async (projector, code, status) => {
    const { ready } = await standing({ projector });
    const answer = await ready();
    expect(answer).toMatchObject({ code, body: { status } });
    expect(answer.text).not.toContain('hunter2');
  });

  it('is amber while events of process managers are parked, and says how many', async () => {
    const { ready } = await standing({ parkedEvents: 2 });
    expect(await ready()).toMatchObject({
      ...{ code: 200, body: { status: 'degraded', processes: { parked: 2 } } },
    });
    const late = await standing({ parkedEvents: 2, projector: { lagMs: 31_000 } });
    expect(await late.ready()).toMatchObject({ code: 503, body: { status: 'unavailable' } });
  });

  it('is red from the moment on when the process is told to stop, while it still answers', async () => {
    const { ready } = await standing({ stopping: true });
    expect(await ready()).toMatchObject({ code: 503, body: { status: 'stopping' } });
  });

  it('says who folds', async () => {
    const { ready } = await standing({ projector: { role: 'standby' } });
    expect((await ready()).body).toMatchObject({
      projector: { role: 'standby', prepared: true, running: true },
    });
  });

  it('on the embedded stores sees a state store that is closed', async () => {
    const api = await startTestApi();
    closing.push(api.close);
    expect((await api.app.inject({ url: '/readyz' })).statusCode).toBe(200);
    await api.state.close();
    const red = await api.app.inject({ url: '/readyz' });
    expect([red.statusCode, red.json().stores]).toEqual([
      503,
      { eventStore: 'ok', readStore: 'ok', stateStore: 'failed' },
    ]);
  });
});

it('healthz says that the process lives, whatever its stores do', async () => {
  const { app } = await standing({ eventStore: failWith({}), readStore: failWith({}), state: failWith({}) });
  const answer = await app.inject({ url: '/healthz' });
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', version: '7.7.7' }]);
});

it('metrics are those Prometheus reads: lag, events set aside, subscribers, the process', async () => {
  const { app } = await standing({ projector: { lag: 12, lagMs: 3_500, parked: 2 } });
  const answer = await app.inject({ url: '/metrics' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(answer.body)?.[1]);
  expect(value('balcao_projection_lag_events')).toBe(12);
  expect(value('balcao_projection_lag_seconds')).toBe(3.5);
  expect(value('balcao_projection_parked_events')).toBe(2);
  expect(value('balcao_live_subscribers')).toBe(3);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

it.each([
  ['on this machine', undefined, {}, 200],
  ['on another', undefined, { remoteAddress: '10.0.0.7' }, 403],
  ['through a proxy', undefined, { headers: { 'x-forwarded-for': '203.0.113.7' } }, 403],
  ['with another token', 'sixteen-letters!', { headers: { authorization: 'Bearer sixteen-letters?' } }, 403],
  ['with none', 'sixteen-letters!', {}, 403],
  [
    'with the right one, from anywhere',
    'sixteen-letters!',
    { headers: { authorization: 'Bearer sixteen-letters!' }, remoteAddress: '10.0.0.7' },
    200,
  ],
] as const)('metrics asked for %s', async (_how, metricsToken, request, status) => {
  const { app } = await standing({ ...(metricsToken && { metricsToken }) });
  const answer = await app.inject({ url: '/metrics', ...request });
  expect([answer.statusCode, answer.body.includes('process_resident_memory_bytes')]).toEqual([
    status,
    status === 200,
  ]);
});
