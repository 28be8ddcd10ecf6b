import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConnectionView } from '../../contract/connection.ts';
import { saveQrCode } from '../../messaging/pairing.ts';
import { keepGivenBack, keepHolder, leaseKey, sayAlive } from '../../messaging/serving.ts';
import { startTestApi } from '../../testing/api.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import type { Announcement } from './item.ts';
import { createServing, type Serving } from './serving.ts';

const leaseMs = 5_000;
const graceMs = 8_000;
const start = Date.parse('2026-03-02T12:00:00.000Z');
const at = (ms: number) => new Date(start + ms).toISOString();
const connection = {
  id: 'c1',
  companyId: 'co',
  queueIds: [],
  status: 'CONNECTED',
  wanted: 'start',
  wantedAt: at(0),
};

let now = start;
let state: ReturnType<typeof createInMemoryStateStore>;
let serving: Serving;
let stored: Record<string, unknown>;
let told: ConnectionView['gateway'][];
let toldAdmin: ConnectionView[];
const admin = { profile: 'admin', super: false } as const;
beforeEach(() => {
  now = start;
  state = createInMemoryStateStore(() => now);
  stored = connection;
  told = [];
  toldAdmin = [];
  serving = createServing({ state, log: pino({ level: 'silent' }), lookMs: 5, graceMs });
  serving.start({
    hub: {
      subscribers: () => 1,
      tell({ document, documentFor = () => document }: Announcement) {
        told.push((documentFor({ ...admin, profile: 'user' }) as ConnectionView).gateway);
        toldAdmin.push(documentFor(admin) as ConnectionView);
      },
    },
    names: { company: async () => ({ get: () => undefined, all: () => [], former: () => undefined }) },
    readStore: { load: async (_: string, ids: string[]) => (ids.includes('c1') ? [stored] : []) },
  } as never);
});
afterEach(() => serving.stop());

/** What a gateway does all the time while it drives the connection. */
const drives = async (holderId: string) => {
  await sayAlive(state, holderId, leaseMs);
  await state.set(leaseKey('c1'), { holderId }, { ttlMs: leaseMs });
};
const takes = async (holderId: string) => {
  await keepHolder(state, 'c1', holderId);
  await drives(holderId);
};
/** Time passes, by the store's clock, with looks in between. */
const passes = async (ms: number) => {
  now += ms;
  await new Promise((resolve) => setTimeout(resolve, 60));
};
const gateway = () => serving.of(connection as never);

it('a gateway that dies leaves no connection behind that says it is connected, and when it was last there is told', async () => {
  await takes('a');
  await passes(3_000);
  await drives('a');
  await passes(0);
  expect(await gateway()).toEqual({ alive: true, seenAt: null });
  // It dies; its lease ends 5 s later.
  await passes(5_100);
  await passes(3_000);
  await expect.poll(() => told).toEqual([{ alive: false, seenAt: at(3_000) }]);
  await passes(600);
  expect(await gateway()).toEqual({ alive: false, seenAt: at(3_000) });
  // Another takes it.
  await takes('b');
  await expect.poll(() => told.at(-1)).toEqual({ alive: true, seenAt: null });
  expect(told).toHaveLength(2);
});

it('an admin is told all that the list shows them: its settings and its code', async () => {
  stored = {
    ...connection,
    ...{ channel: 'whatsapp', status: 'qrcode', settings: { deviceName: 'Loja' } },
  };
  await saveQrCode(state, 'c1', { attempt: 1, code: 'to scan' });
  await gateway();
  await passes(graceMs);
  await expect
    .poll(() => toldAdmin.at(-1))
    .toMatchObject({ gateway: { alive: false }, settings: { deviceName: 'Loja' }, qrcode: 'to scan' });
});

it('a connection that changes hands, or whose gateway starts anew at once, is no news', async () => {
  await takes('a');
  await passes(1_000);
  await state.delete(leaseKey('c1'));
  await keepGivenBack(state, 'c1', { holderId: 'a', until: at(1_000) });
  await passes(4_000);
  await takes('b');
  await passes(1_000);
  expect(told).toEqual([]);
});

it('nobody need drive what was switched off', async () => {
  stored = { ...connection, wanted: 'stop' };
  await takes('a');
  await passes(100);
  await state.delete(leaseKey('c1'));
  await passes(60_000);
  expect(told).toEqual([]);
  expect(await serving.of(stored as never)).toEqual({ alive: true, seenAt: null });
});

it('one that no gateway ever took says so once it had time enough', async () => {
  expect(await gateway()).toEqual({ alive: true, seenAt: null });
  await passes(graceMs);
  await expect.poll(() => told).toEqual([{ alive: false, seenAt: null }]);
});

it('state that cannot be read accuses nobody', async () => {
  const broken = createServing({
    state: { ...state, list: async () => Promise.reject(new Error('the store is away')) },
    log: pino({ level: 'silent' }),
  });
  expect(await broken.of(connection as never)).toEqual({ alive: true, seenAt: null });
});

it('the list of connections says it', async () => {
  const api = await startTestApi();
  try {
    const headers = await api.signIn((await api.company('Loja')).email);
    const call = (method: 'GET' | 'POST', payload?: object) =>
      api.app.inject({ method, url: '/api/whatsapp', headers, ...(payload && { payload }) });
    const { id } = (await call('POST', { name: 'Matriz', channel: 'simulator' })).json<ConnectionView>();
    await keepHolder(api.state, id, 'dead');
    await keepGivenBack(api.state, id, { holderId: 'dead', until: at(0) });
    const shown = (await call('GET')).json<ConnectionView[]>();
    expect(shown.map((one) => one.gateway)).toEqual([{ alive: false, seenAt: at(0) }]);
    await api.state.set(leaseKey(id), { holderId: 'alive' }, { ttlMs: 60_000 });
    await expect
      .poll(async () => (await call('GET')).json<ConnectionView[]>()[0]?.gateway, { timeout: 5_000 })
      .toEqual({ alive: true, seenAt: null });
  } finally {
    await api.close();
  }
});
