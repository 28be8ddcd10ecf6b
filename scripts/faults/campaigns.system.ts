import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CampaignView } from '../../contract/campaign.ts';
import type { TicketView } from '../../contract/ticket.ts';
import { type Client, createClient } from '../crash-test/client.ts';
import { type Cluster, startCluster } from '../crash-test/cluster.ts';

const rounds = 20;
const people = 25;
const number = (n: number) => `5511944${String(310_101 + n)}`;
const text = (round: number) => `Campanha ${round}`;

const giveUp = new AbortController();
let dataDir = '';
let cluster: Cluster;
let admin: Client;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-campaigns-'));
  const members = { api: 'api', projector: 'projector', one: 'gateway', two: 'gateway' } as const;
  cluster = await startCluster(dataDir, members);
  admin = createClient(cluster.url, 'admin@demo.example', giveUp.signal);
}, 120_000);
afterAll(async () => {
  giveUp.abort();
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

/** Returns the body of an answer that is none of refusal. */
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await admin.call<T>(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

it('20 rounds of kill -9 while campaigns go out: each reaches everybody once, and an answer has them all', async () => {
  const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
  await ask('POST', '/campaign-settings', { settings });
  const [connection] = await ask<{ id: string }[]>('GET', '/whatsapp');
  const list = await ask<{ id: string }>('POST', '/contact-lists', { name: 'Todos' });
  for (let n = 0; n < people; n += 1)
    await ask('POST', '/contact-list-items', {
      contactListId: list.id,
      name: `Pessoa ${n}`,
      number: number(n),
    });
  const campaigns: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const form = { name: text(round), message1: text(round), whatsappId: connection!.id };
    const { id } = await ask<CampaignView>('POST', '/campaigns', { ...form, contactListId: list.id });
    await ask('POST', `/campaigns/${id}/start`);
    campaigns.push(id);
    await sleep(100 + Math.random() * 900);
    await cluster.kill(Math.random() < 0.5 ? 'one' : 'two');
  }
  await cluster.ready();
  const running = async () => {
    const views = await Promise.all(campaigns.map((id) => ask<CampaignView>('GET', `/campaigns/${id}`)));
    return views.filter(({ status }) => status !== 'FINALIZADA').length;
  };
  await expect.poll(running, { timeout: 180_000, interval: 500 }).toBe(0);
  const wanted = campaigns.map((_, round) => text(round)).toSorted();
  for (let n = 0; n < people; n += 1) {
    const { messages } = await ask<{ messages: { body: string; fromBusiness: boolean }[] }>(
      'GET',
      `/channels/simulator/${connection!.id}/chats/${number(n)}`,
    );
    const got = messages.filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body);
    expect(got.toSorted(), number(n)).toEqual(wanted);
  }
  const found = () => ask<{ tickets: TicketView[] }>('GET', `/tickets?searchParam=${number(3)}&showAll=true`);
  expect((await found()).tickets).toEqual([]);
  await ask('POST', `/channels/simulator/${connection!.id}/messages`, {
    number: number(3),
    name: 'Pessoa 3',
    body: 'Recebi todas',
    id: 'answer',
  });
  await expect.poll(async () => (await found()).tickets.length, { timeout: 20_000, interval: 200 }).toBe(1);
  const [ticket] = (await found()).tickets;
  const thread = await ask<{ messages: { body: string }[] }>('GET', `/messages/${ticket!.id}`);
  const bodies = thread.messages.map(({ body }) => body).filter((body) => body.startsWith('Campanha'));
  expect(bodies.toSorted()).toEqual(wanted);
}, 400_000);
