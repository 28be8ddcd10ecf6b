import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '../../contract/changes.ts';
import { channels } from '../../contract/channels.ts';
import { can } from '../../domain/access/policy.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { records } from '../../domain/records/index.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';
import { gateOf } from './channels.ts';
import { plainChannels } from './prepare.ts';

const ours = 'OURS-9b21';

describe('what happens in a company', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let url = '';
  let companyId = '';
  let theirId = '';
  const token = {} as Record<'admin' | 'agent' | 'outsider' | 'theirs', string>;
  const queue = { ours: uuidv7(), aside: uuidv7() };
  const connectionId = uuidv7();
  let context: Context;
  let ticketId = '';
  const contactId = uuidv7();
  const live = createWatcher(() => url);
  let count = 0;

  const every = (company: string, room?: string): string[] => [
    ...plainChannels.map((name) => `company-${company}-${name}`),
    ...records.map(({ name, channel = name }) => channels.record(company, channel)),
    channels.appMessage(company),
    ...(room === undefined ? [] : [channels.room(company, room)]),
  ];
  /** What people with this profile may follow: not what only super users read, nor an agent what is for admins. */
  const forProfile = (profile: 'admin' | 'user', company: string, room?: string): string[] => {
    const closed = records.filter(({ access }) => !can({ profile, super: false }, access.read));
    const ruled = Object.keys(gateOf).filter((name) => !can({ profile, super: false }, gateOf[name]!.rule));
    const channelsOf = new Set([
      ...closed.map(({ name, channel = name }) => channels.record(company, channel)),
      ...ruled.map((name) => channels.record(company, name)),
    ]);
    return every(company, room).filter((channel) => !channelsOf.has(channel));
  };
  const forAdmins = (company: string, room?: string) => forProfile('admin', company, room);
  const write = async () => {
    count += 1;
    const outcome = await api.desk.tickets.receive(context, {
      connectionId,
      queueId: queue.ours,
      contactId,
      externalId: `I${count}`,
      fromMe: false,
      body: `${ours} ${count}`,
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    });
    await api.reached(outcome.position);
    return outcome.ticketId;
  };
  /** Something on every channel there is. */
  const muchHappens = async () => {
    await write();
    const rows: Readonly<Record<string, object>> = {
      queue: { color: `#${String(200_000 + ++count)}` },
      tag: { color: `#${String(200_000 + ++count)}` },
      quickMessage: { message: ours },
      fileList: { message: ours },
      prompt: { prompt: ours, queueId: queue.ours },
    };
    for (const { name, title } of records)
      if (name in rows) {
        const called = { [title]: `${ours} ${name} ${++count}` };
        await api.desk.records(name).create(context, { id: uuidv7(), ...called, ...rows[name] });
      }
    await api.desk.contacts.ensure(context, { numbers: [`55119${70_000_000 + ++count}`], name: ours });
    await api.desk.companies.setSetting(context, {
      key: 'transferTemplate',
      value: `${ours} ${++count}`,
    });
    const { position } = await api.desk.connections.create(context, {
      connectionId: uuidv7(),
      name: `${ours} ${++count}`,
      channel: 'simulator',
    });
    await api.reached(position);
    const headers = { authorization: `Bearer ${token.agent}` };
    const presence = await api.app.inject({
      method: 'POST',
      url: '/api/presence',
      headers,
      payload: { ticketId, typing: true },
    });
    expect(presence.statusCode).toBe(204);
  };
  const about = (items: readonly Change[]) => items.filter((item) => JSON.stringify(item).includes(ours));

  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
    const mine = await api.company(`${ours} Ltda`);
    const other = await api.company('Theirs');
    companyId = mine.companyId;
    theirId = other.companyId;
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    await api.desk
      .records('queue')
      .create(context, { id: queue.ours, name: `${ours} fila`, color: '#4073d4' });
    await api.desk.records('queue').create(context, { id: queue.aside, name: 'aside', color: '#4073d5' });
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    const passwordHash = await hashPassword('correct horse 42');
    for (const [name, queueIds] of [
      ['agent', [queue.ours]],
      ['outsider', [queue.aside]],
    ] as const)
      await api.desk.users.create(context, {
        name,
        email: `${name}-${companyId}@example.org`,
        profile: 'user',
        queueIds: [...queueIds],
        passwordHash,
      });
    ticketId = await write();
    const sign = async (email: string) => (await api.signIn(email)).authorization.replace('Bearer ', '');
    token.admin = await sign(mine.email);
    token.theirs = await sign(other.email);
    token.agent = await sign(`agent-${companyId}@example.org`);
    token.outsider = await sign(`outsider-${companyId}@example.org`);
  }, 30_000);
  afterEach(live.close);
  afterAll(() => api.close());

  it('is heard on every channel by its own admin: what others do not hear below is there to be heard', async () => {
    const admin = await live.watch(token.admin, forAdmins(companyId, ticketId));
    expect(admin.errors).toEqual([]);
    await muchHappens();
    for (const name of [
      'ticket',
      'appMessage',
      'contact',
      'whatsapp',
      'company',
      'queue',
      'tag',
      'quickemessage',
      'file',
      'prompt',
      'presence',
      'audit',
    ])
      await expect
        .poll(() => admin.items.map(({ channel }) => channel), { timeout: 3_000, message: name })
        .toContain(`company-${companyId}-${name}`);
    expect(about(admin.items).length).toBeGreaterThan(5);
  });

  it('is heard by nobody of another company, who may not even ask', async () => {
    for (const channel of every(companyId, ticketId)) {
      const asked = await live.watch(token.theirs, [channel]);
      expect(JSON.stringify(asked.errors), channel).toMatch(/ERR_NO_PERMISSION|ERR_NO_TICKET_FOUND/);
      const mixed = await live.watch(token.theirs, [channels.ticket(theirId), channel]);
      expect(JSON.stringify(mixed.errors), channel).toMatch(/ERR_NO_PERMISSION|ERR_NO_TICKET_FOUND/);
      await live.close();
    }
    // Their own channels, a room of ours under their name, and the cursor of one of ours.
    const admin = await live.watch(token.admin, forAdmins(companyId));
    const stolen = await live.watch(token.theirs, [channels.room(theirId, ticketId)]);
    expect(JSON.stringify(stolen.errors)).toContain('ERR_NO_TICKET_FOUND');
    const theirs = await live.watch(token.theirs, forAdmins(theirId), admin.seq());
    expect(theirs.errors).toEqual([]);
    await muchHappens();
    await expect.poll(() => about(admin.items).length, { timeout: 3_000 }).toBeGreaterThan(5);
    const theirContext: Context = { companyId: theirId, actor: { kind: 'system', id: 'test' } };
    await api.desk.records('tag').create(theirContext, { id: uuidv7(), name: 'theirs', color: '#010203' });
    await expect
      .poll(() => theirs.items.map(({ channel }) => channel), { timeout: 3_000 })
      .toContain(channels.record(theirId, 'tag'));
    expect(about(theirs.items)).toEqual([]);
    expect(theirs.items.filter(({ channel }) => channel !== '' && !channel.includes(theirId))).toEqual([]);
  });

  it('in a queue is not heard by an agent of another: no ticket, no message, nobody at work on it', async () => {
    const room = await live.watch(token.outsider, [channels.room(companyId, ticketId)]);
    expect(JSON.stringify(room.errors)).toContain('ERR_NO_PERMISSION');
    const tokens = await live.watch(token.agent, [channels.apiToken(companyId)]);
    expect(JSON.stringify(tokens.errors)).toContain('ERR_NO_PERMISSION');
    const outsider = await live.watch(token.outsider, forProfile('user', companyId));
    const agent = await live.watch(token.agent, forProfile('user', companyId, ticketId));
    expect(outsider.errors).toEqual([]);
    const other = await write();
    expect(other).toBe(ticketId);
    await muchHappens();
    const ofTicket = (items: readonly Change[]) =>
      items.filter(
        ({ channel, id }) => id === ticketId || /-(ticket|appMessage|presence|ticketNote)$/.test(channel),
      );
    await expect
      .poll(() => new Set(ofTicket(agent.items).map(({ channel }) => channel.split('-').at(-1))), {
        timeout: 3_000,
      })
      .toEqual(new Set(['ticket', 'appMessage', 'presence']));
    // What comes after all that has come too: nothing is still on its way.
    await api.desk.records('tag').create(context, { id: uuidv7(), name: 'the end', color: '#0c0d0e' });
    await expect.poll(() => JSON.stringify(outsider.items), { timeout: 3_000 }).toContain('the end');
    expect(ofTicket(outsider.items)).toEqual([]);
    // Who changed what is for those who may see the audit list.
    expect(outsider.items.filter(({ channel }) => channel === channels.audit(companyId))).toEqual([]);
  });
});
