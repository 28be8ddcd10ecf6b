import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Change } from '../../../contract/changes.ts';
import { channels } from '../../../contract/channels.ts';
import type { SessionUserView } from '../../../contract/user.ts';
import type { TicketOnWire } from '../../../contract/wire-views.ts';
import { beginWithConversationsAlone } from '../../../testing/few-conversations.ts';
import { createWatcher } from '../../../testing/live.ts';
import { openOneAtATime } from '../../../testing/one-at-a-time.ts';
import { type Cluster, type Role, startCluster } from '../../crash-test/cluster.ts';
import { type DeskClient, deskClient } from '../desk-client.ts';

const members = {
  one: 'api',
  other: 'api',
  projector: 'projector',
  gateway: 'gateway',
  standby: 'projector',
  second: 'gateway',
} as const satisfies Readonly<Record<string, Role>>;

/**
 * Two processes of each role, which start together and then lose one after the other.
 * @param readStore server of MongoDB's protocol; undefined: embedded stores
 */
export function testTwoOfEachRole(readStore?: string): void {
  const database = readStore === undefined ? undefined : new URL(readStore);
  let cluster: Cluster;
  let admin: DeskClient;
  let companyId = '';
  let connectionId = '';
  let dataDir = '';
  let direct = '';
  let door: Awaited<ReturnType<typeof openOneAtATime>> | undefined;
  const socketOf = (member: string) => createWatcher(() => `${cluster.urlOf(member)}/graphql`);
  const atOne = socketOf('one');
  const atOther = socketOf('other');

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'balcao-two-'));
    if (database) {
      database.pathname = `/two_${randomBytes(6).toString('hex')}`;
      direct = database.href;
      await beginWithConversationsAlone(direct);
      // The server that stands for MongoDB in CI finds and writes in two steps: no lease holds on it but behind this door.
      door = await openOneAtATime(database.hostname, Number(database.port));
      database.host = `127.0.0.1:${door.port}`;
    }
    // With a secret of their own they have no data that were prepared: all of them make the first start.
    const secret = { SECRET_KEY: randomBytes(32).toString('hex') };
    cluster = await startCluster(dataDir, members, {
      ...secret,
      ...(database && { READ_STORE: database.href }),
    }).catch(async (error: unknown) => {
      throw new Error(await readFile(join(dataDir, 'processes.log'), 'utf8'), { cause: error });
    });
    admin = await at('one', 'admin');
    companyId = (await admin.call<SessionUserView>('GET', '/auth/me')).body.companyId;
    connectionId = (await admin.call<{ id: string }[]>('GET', '/whatsapp')).body[0]?.id ?? '';
  }, 600_000);
  afterEach(async () => {
    await atOne.close();
    await atOther.close();
  });
  afterAll(async () => {
    await cluster?.stop();
    await rm(dataDir, { recursive: true, force: true });
    if (!database) return;
    const client = new MongoClient(direct);
    await client.db().dropDatabase();
    await client.close();
    await door?.close();
  }, 60_000);

  const at = (member: string, who: string) => deskClient({ url: cluster.urlOf(member) }, who);
  let customers = 0;
  const write = async (body: string, number = `551197000${String(++customers).padStart(4, '0')}`) => {
    const phone = `/channels/simulator/${connectionId}/messages`;
    expect((await admin.call('POST', phone, { number, name: 'Cliente', body })).status).toBe(201);
    return number;
  };
  const ticketOf = (items: readonly Change[], number: string) =>
    items
      .map(({ document }) => document as TicketOnWire | undefined)
      .findLast((one) => one?.contact?.number === number);
  const soon = { timeout: 20_000, interval: 50 };
  /** What waits for the lease of one who was killed to run out, with other suites on the same processors. */
  const takenOver = { timeout: 60_000, interval: 50 };

  it('that start together on empty stores all come up, at the first go', () => {
    expect(cluster.failed).toEqual([]);
  });

  it('a change is seen at once by those of both apis, and a cursor of one is good in the other', async () => {
    const ana = await at('other', 'ana');
    const tickets = [channels.ticket(companyId)];
    const anas = await atOther.watch(ana.token, tickets);
    const admins = await atOne.watch(admin.token, tickets);
    const number = await write('Alguém aí?');
    for (const { items } of [anas, admins])
      await expect.poll(() => ticketOf(items, number), soon).toBeDefined();
    const ticket = ticketOf(anas.items, number) as TicketOnWire;
    expect((await ana.call('PUT', `/tickets/${ticket.id}`, { status: 'open' })).status).toBe(200);
    await expect.poll(() => ticketOf(admins.items, number)?.status, soon).toBe('open');
    await expect.poll(() => ticketOf(anas.items, number)?.status, soon).toBe('open');
    const cursor = anas.seq();
    await atOther.leave();

    await write('Escrevi enquanto você mudava', number);
    const moved = (items: readonly Change[]) => () => ticketOf(items, number)?.lastMessage;
    await expect.poll(moved(admins.items), soon).toBe('Escrevi enquanto você mudava');
    const resumed = await atOne.watch(ana.token, tickets, cursor);
    await expect.poll(moved(resumed.items), soon).toBe('Escrevi enquanto você mudava');
    expect(resumed.items.map(({ action }) => action)).not.toContain('resync');
    expect(resumed.items.filter(({ id }) => id !== ticket.id)).toEqual([]);
  });

  it('two accept at once in different processes: one wins, and the customer is greeted once', async () => {
    await admin.call('PUT', '/settings/sendGreetingAccepted', { value: 'enabled' });
    const ana = await at('other', 'ana');
    const anas = await atOther.watch(ana.token, [channels.ticket(companyId)]);
    const number = await write('Quem me atende?');
    await expect.poll(() => ticketOf(anas.items, number), soon).toBeDefined();
    const { id } = ticketOf(anas.items, number) as TicketOnWire;
    const answers = await Promise.all(
      [admin, ana].map((who) => who.call('PUT', `/tickets/${id}`, { status: 'open' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? admin : ana;
    const key = randomUUID();
    for (let turn = 0; turn < 2; turn++) expect((await winner.send(id, 'Pois não?', key)).status).toBe(200);
    const phone = { ...(ticketOf(anas.items, number) as TicketOnWire), whatsappId: connectionId };
    await expect.poll(async () => (await admin.onPhone(phone)).includes('Pois não?'), soon).toBe(true);
    const received = await admin.onPhone(phone);
    expect(received.filter((body) => body.includes('meu nome é'))).toHaveLength(1);
    expect(received.filter((body) => body === 'Pois não?')).toHaveLength(1);
  });

  it('rights changed in one hold in the other, whose screens load anew', async () => {
    const bruno = await at('other', 'bruno');
    const me = (await bruno.call<SessionUserView>('GET', '/auth/me')).body;
    const watching = await atOther.watch(bruno.token, [channels.ticket(companyId)]);
    const queues = (await admin.call<{ id: string; name: string }[]>('GET', '/queue')).body;
    const support = queues.find(({ name }) => name === 'Suporte')?.id;
    const listed = async () => {
      const { body } = await bruno.call<{ tickets: TicketOnWire[] }>('GET', '/tickets?status=pending');
      return [...new Set(body.tickets.map(({ queue }) => queue?.name))];
    };
    expect(await listed()).not.toContain('Suporte');
    expect((await admin.call('PUT', `/users/${me.id}`, { queueIds: [support] })).status).toBe(200);
    await expect.poll(listed, soon).toEqual(['Suporte']);
    await expect.poll(() => watching.items.map(({ action }) => action), soon).toContain('resync');
    // And hears of what it may see now.
    const number = await write('Novo no suporte');
    await expect.poll(() => ticketOf(watching.items, number), soon).toBeDefined();
  });

  it('who signs in at one is signed out at the other, which says why', async () => {
    const before = await at('other', 'ana');
    const watching = await atOther.watch(before.token, [channels.auth(companyId)]);
    const after = await at('one', 'ana');
    await expect.poll(() => watching.items.map(({ action }) => action), soon).toContain('logout');
    await expect.poll(() => watching.closes, soon).toEqual([4401]);
    const refused = await before.call<{ details: unknown }>('GET', '/auth/me');
    expect([refused.status, refused.body.details]).toEqual([401, { reason: 'elsewhere' }]);
    expect((await after.call('GET', '/auth/me')).status).toBe(200);
  });

  it('who looks at a ticket in one is seen there by those of the other', async () => {
    const ana = await at('other', 'ana');
    const { body } = await ana.call<{ tickets: TicketOnWire[] }>('GET', '/tickets?status=pending');
    const ticketId = body.tickets[0]?.id;
    const watching = await atOne.watch(admin.token, [channels.presence(companyId)]);
    expect((await ana.call('POST', '/presence', { ticketId, typing: true })).status).toBe(204);
    await expect
      .poll(() => watching.items.at(-1)?.document, soon)
      .toMatchObject({ ticketId, users: [{ name: 'Ana', typing: true }] });
  });

  it('whoever folds and whoever drives the connection is killed: the others, or the next, go on', async () => {
    const watching = await atOther.watch(admin.token, [channels.ticket(companyId)]);
    for (const member of ['projector', 'gateway', 'standby', 'second']) {
      await cluster.kill(member);
      const number = await write(`Depois de ${member}`);
      await expect
        .poll(() => ticketOf(watching.items, number)?.lastMessage ?? '', takenOver)
        .toContain(member);
    }
  });
}
