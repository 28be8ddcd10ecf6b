import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectionView } from '../../contract/connection.ts';
import type { ScheduleView } from '../../contract/schedule.ts';
import { type Client, createClient } from '../crash-test/client.ts';
import { type Cluster, startCluster } from '../crash-test/cluster.ts';

// Two gateways whose clocks are set back and forth, and everything killed again and again.

const members = { api: 'api', projector: 'projector', one: 'gateway', other: 'gateway' } as const;
type Member = keyof typeof members;
const names = Object.keys(members) as Member[];
const dataDir = mkdtempSync(join(tmpdir(), 'balcao-schedules-'));
const clockOf = (member: string) => join(dataDir, `clock-${member}`);
/** A clock ahead of the others sends as much too early: a second. */
const aheadMs = 1_000;
const offsets = [0, -3_600_000, aheadMs, -5_000, 0, -86_400_000];

const giveUp = new AbortController();
let cluster: Cluster;
let admin: Client;
beforeAll(async () => {
  cluster = await startCluster(
    dataDir,
    members,
    { NODE_OPTIONS: `--import ${new URL('./clock.mjs', import.meta.url).href}` },
    (member) => ({ CLOCK_OFFSET_FILE: clockOf(member) }),
  );
  admin = createClient(cluster.url, 'admin@demo.example', giveUp.signal);
}, 130_000);
afterAll(async () => {
  giveUp.abort();
  await cluster?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Contact {
  readonly id: string;
  readonly number: string;
}
const find = async (contact: Contact) => {
  const all: ScheduleView[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/schedules?contactId=${contact.id}&pageNumber=${page}`;
    const { body } = await admin.call<{ schedules: ScheduleView[]; hasMore: boolean }>('GET', path);
    all.push(...body.schedules);
    if (!body.hasMore) return all;
  }
};

it('gateways with clocks apart, killed on the way, send each schedule once, not before its time', async () => {
  const [connection] = (await admin.call<ConnectionView[]>('GET', '/whatsapp')).body;
  const contacts: Contact[] = [];
  for (let at = 0; at < 8; at += 1) {
    const number = `551196600100${at}`;
    const { body } = await admin.call<Contact>('POST', '/contacts', {
      name: `Agenda ${at}`,
      number,
      email: '',
    });
    contacts.push({ id: body.id, number });
  }
  const start = Date.now() + 4_000;
  const wanted = new Map<string, { number: string; at: number }>();
  for (let at = 0; at < 80; at += 1) {
    const { id: contactId, number } = contacts[at % contacts.length]!;
    const body = `Lembrete ${at}`;
    const sendAt = start + 400 * at;
    const recurrence = at < 4 ? { frequency: 'daily', interval: 1, count: 2 } : null;
    const content = { body, contactId, sendAt: new Date(sendAt).toISOString(), recurrence };
    expect((await admin.call('POST', '/schedules', content)).status).toBe(201);
    wanted.set(body, { number, at: sendAt });
  }

  const seen = new Map<string, number>();
  const onPhone = async () => {
    const all: string[] = [];
    for (const { number } of contacts) {
      const path = `/channels/simulator/${connection!.id}/chats/${number}`;
      const chat = await admin.call<{ messages: { body: string; fromBusiness: boolean }[] }>('GET', path);
      for (const { body, fromBusiness } of chat.body.messages ?? []) if (fromBusiness) all.push(body);
    }
    for (const body of all) if (!seen.has(body)) seen.set(body, Date.now());
    return all;
  };
  let killed = 0;
  while (Date.now() < start + 400 * wanted.size) {
    await sleep(200 + 700 * Math.random());
    for (const member of names)
      writeFileSync(clockOf(member), String(offsets[Math.floor(Math.random() * offsets.length)]));
    // Now and then all of them at once, as when the machine loses its power.
    const all = Math.random() < 0.2;
    const victims = all ? names : [names[Math.floor(Math.random() * names.length)]!];
    await Promise.all(victims.map((member) => cluster.kill(member)));
    killed += victims.length;
    await onPhone();
  }
  for (const member of names) writeFileSync(clockOf(member), '0');
  await cluster.ready();
  await expect.poll(async () => new Set(await onPhone()).size, { timeout: 90_000 }).toBe(wanted.size);
  const states = async () => (await Promise.all(contacts.map(find))).flat().map(({ status }) => status);
  await expect
    .poll(async () => (await states()).filter((status) => status === 'ENVIADA').length, { timeout: 60_000 })
    .toBe(wanted.size);
  expect((await onPhone()).toSorted()).toEqual([...wanted.keys()].toSorted());
  for (const [body, { at }] of wanted)
    expect(seen.get(body), body).toBeGreaterThanOrEqual(at - aheadMs - 300);
  // The next of each series, once.
  expect((await states()).filter((status) => status === 'PENDENTE')).toHaveLength(4);
  expect(killed).toBeGreaterThan(5);
}, 400_000);
