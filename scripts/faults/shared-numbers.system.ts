import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePairedCredentials } from '../../channels/whatsapp/testing/crabline.ts';
import { type Network, startNetwork } from '../../channels/whatsapp/testing/network.ts';
import type { ConnectionView } from '../../contract/connection.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { servedNow } from '../../messaging/serving.ts';
import { openSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';
import { openSqliteStateStore } from '../../stores/state-store/sqlite/store.ts';
import { type Cluster, startCluster } from '../crash-test/cluster.ts';
import { type DeskClient, deskClient } from './desk-client.ts';

// Gateways as processes of their own, before a network that sees each line they open.

const gateways = ['one', 'two', 'three'] as const;
const secretKey = randomBytes(32).toString('hex');
const numbers = Array.from({ length: 9 }, (_, index) => `551190001000${index}`);
const patient = { timeout: 60_000, interval: 100 };

let network: Network;
let cluster: Cluster;
let admin: DeskClient;
let state: StateStore;
let dataDir = '';
/** Connections of the numbers, in their order. */
const ids: string[] = [];
/** Numbers that logged in while another line of theirs was open. */
const doubled: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-shared-'));
  network = await startNetwork();
  network.rules.login = (number) => {
    if (number !== '' && network.linesOf(number) > 0) doubled.push(number);
    return undefined;
  };
  cluster = await startCluster(
    dataDir,
    { api: 'api', projector: 'projector', one: 'gateway', two: 'gateway', three: 'gateway' },
    { SECRET_KEY: secretKey, WHATSAPP_URL: network.url },
  ).catch(async (error: unknown) => {
    throw new Error(await readFile(join(dataDir, 'processes.log'), 'utf8'), { cause: error });
  });
  admin = await deskClient(cluster);
  for (const name of gateways) await cluster.end(name, 'SIGTERM');
  state = await openSqliteStateStore({ path: join(dataDir, 'state.sqlite') });
  for (const number of numbers) {
    const made = await admin.call<ConnectionView>('POST', '/whatsapp', {
      ...{ name: `Loja ${number.slice(-2)}`, channel: 'whatsapp', queueIds: [] },
    });
    expect(made.status).toBe(201);
    ids.push(made.body.id);
    await writePairedCredentials({ state, secretKey, number, connectionId: made.body.id });
  }
}, 240_000);
afterAll(async () => {
  await cluster?.stop();
  await state?.close();
  await network?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** How many connections each living gateway drives, most first: the numbers and the demo's two. */
const shares = async () => {
  const holders = [...(await servedNow(state)).values()];
  return [...Map.groupBy(holders, (holder) => holder).values()]
    .map(({ length }) => length)
    .sort((one, other) => other - one);
};
const lines = () => numbers.map(network.linesOf);
const all = numbers.map(() => 1);
const head = async () => {
  const events = await openSqliteEventStore({ path: join(dataDir, 'events.sqlite') });
  try {
    return await events.head();
  } finally {
    await events.close();
  }
};
/** What was said of the numbers since then: `status reason`. */
const toldSince = async (position: number) => {
  const events = await openSqliteEventStore({ path: join(dataDir, 'events.sqlite') });
  try {
    const found = await events.readAll({ after: position, limit: 10_000 });
    return found.flatMap(({ type, data }) => {
      const told = data as { connectionId: string; status: string; reason?: string };
      return type === 'ConnectionStatusChanged' && ids.includes(told.connectionId) ? [told.status] : [];
    });
  } finally {
    await events.close();
  }
};
/** Nothing but links that were made anew: no number was said to be down, or to want a code. */
const onlyLinks = (told: readonly string[]) =>
  expect([...new Set(told)].filter((status) => status !== 'CONNECTED' && status !== 'OPENING')).toEqual([]);

it('two gateways have a fair share each, and every number one line', async () => {
  cluster.start('one');
  cluster.start('two');
  await expect.poll(lines, patient).toEqual(all);
  await expect.poll(shares, patient).toEqual([6, 5]);
});

it('a third that comes gets its share, and no number is said to be down', async () => {
  const since = await head();
  cluster.start('three');
  await expect.poll(shares, patient).toEqual([4, 4, 3]);
  await expect.poll(lines, patient).toEqual(all);
  onlyLinks(await toldSince(since));
});

it('the numbers of one that is killed go on with the others', async () => {
  const since = await head();
  await cluster.end('two', 'SIGKILL');
  await expect.poll(shares, patient).toEqual([6, 5]);
  await expect.poll(lines, patient).toEqual(all);
  onlyLinks(await toldSince(since));
});

it('somebody who writes to each is heard once', async () => {
  for (const [index, number] of numbers.entries())
    network.write(
      { id: `A${index}`, from: '5511900077001', message: { conversation: `oi ${index}` } },
      number,
    );
  const bodies = async () => {
    const { body } = await admin.call<{ tickets: { lastMessage: string }[] }>(
      ...(['GET', '/tickets?showAll=true&searchParam=5511900077001'] as const),
    );
    return body.tickets.map(({ lastMessage }) => lastMessage).sort();
  };
  await expect.poll(bodies, patient).toEqual(numbers.map((_, index) => `oi ${index}`));
});

it('and at no moment had any number two lines', () => {
  expect(doubled).toEqual([]);
  expect(network.problems).toEqual([]);
  expect(cluster.failed).toEqual([]);
});
