import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

describe('the list of tickets', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const id = { sales: uuidv7(), support: uuidv7(), vip: uuidv7(), phone: uuidv7(), ana: uuidv7() };
  const header = {} as Record<'admin' | 'ana', { authorization: string }>;
  const contacts: Record<string, string> = {};
  const protocols: Record<string, string> = {};
  let adminId = '';

  /** Names of the contacts whose tickets are listed, as the list gives them. */
  const names = async (who: keyof typeof header, query: Record<string, string>) => {
    const answer = await api.app.inject({ url: '/api/tickets', query, headers: header[who] });
    expect(answer.statusCode, answer.body).toBe(200);
    const { tickets, count } = answer.json<{ tickets: { contact: { name: string } }[]; count: number }>();
    expect(count).toBe(tickets.length);
    return tickets.map(({ contact }) => contact.name);
  };

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    await api.desk.records('queue').create(context, { id: id.sales, name: 'Vendas', color: '#4073d4' });
    await api.desk.records('queue').create(context, { id: id.support, name: 'Suporte', color: '#4073d5' });
    await api.desk.records('tag').create(context, { id: id.vip, name: 'VIP', color: '#112233' });
    await api.desk.connections.create(context, {
      connectionId: id.phone,
      name: 'Loja',
      channel: 'simulator',
    });
    const anaMail = `ana-${companyId}@example.org`;
    await api.desk.users.create(context, {
      userId: id.ana,
      name: 'Ana',
      email: anaMail,
      profile: 'user',
      queueIds: [id.support],
      passwordHash: await hashPassword('correct horse 42'),
    });
    let at = 0;
    const ticket = async (
      name: string,
      queueId: string | null,
      userId: string | null,
      more: { closed?: boolean; tag?: boolean } = {},
    ) => {
      at += 1;
      const number = `55119${String(50_000_000 + at)}`;
      const { contactId } = await api.desk.contacts.ensure(context, { numbers: [number], name });
      contacts[name] = contactId;
      const { ticketId, position } = await api.desk.tickets.receive(context, {
        connectionId: id.phone,
        queueId,
        contactId,
        externalId: `X${at}`,
        fromMe: false,
        body: `texto de ${name}`,
        mediaType: 'chat',
        sentAt: new Date(Date.UTC(2026, 0, at)).toISOString(),
      });
      let last = position;
      if (userId) ({ position: last } = await api.desk.tickets.accept(context, { ticketId, userId }));
      if (more.tag)
        ({ position: last } = await api.desk.tickets.setFields(context, { ticketId, tagIds: [id.vip] }));
      if (more.closed) ({ position: last } = await api.desk.tickets.resolve(context, { ticketId }));
      await api.reached(last);
      const shown = await api.app.inject({ url: `/api/tickets/${ticketId}`, headers: header.admin });
      protocols[name] = shown.json<{ protocol: string }>().protocol.toLowerCase();
      return ticketId;
    };
    header.admin = await api.signIn(email);
    adminId = (await api.app.inject({ url: '/api/auth/me', headers: header.admin })).json<{ id: string }>()
      .id;
    await ticket('São João', id.support, null);
    await ticket('Marina', id.sales, null);
    await ticket('Bento', id.support, id.ana);
    await ticket('Caio', id.sales, adminId, { tag: true });
    await ticket('Dora', id.support, id.ana, { closed: true });
    await ticket('Sem fila', null, null);
    header.ana = await api.signIn(anaMail);
  }, 60_000);
  afterAll(() => api.close());

  it.each<[string, 'admin' | 'ana', Record<string, string>, string[]]>([
    ['waiting: an agent, their queues', 'ana', { status: 'pending' }, ['São João']],
    [
      'waiting: an admin',
      'admin',
      { status: 'pending', showAll: 'true' },
      ['Sem fila', 'Marina', 'São João'],
    ],
    ['open: my own', 'ana', { status: 'open' }, ['Bento']],
    ['open: everybody’s, for who may', 'admin', { status: 'open', showAll: 'true' }, ['Caio', 'Bento']],
    [
      'open: "show all" is nothing to an agent without the right',
      'ana',
      { status: 'open', showAll: 'true' },
      ['Bento'],
    ],
    ['closed', 'ana', { status: 'closed' }, ['Dora']],
    ['by queue', 'admin', { showAll: 'true', queueIds: 'SALES' }, ['Caio', 'Marina']],
    ['without a queue', 'admin', { showAll: 'true', queueIds: '[null]' }, ['Sem fila']],
    ['a queue that is not theirs', 'ana', { queueIds: 'SALES' }, []],
    ['by name, accents or not', 'admin', { showAll: 'true', searchParam: 'sao joa' }, ['São João']],
    ['by number', 'admin', { showAll: 'true', searchParam: '5511950000002' }, ['Marina']],
    ['by name, of another queue', 'ana', { searchParam: 'marina' }, []],
    ['by part of a name', 'admin', { showAll: 'true', searchParam: 'arin' }, ['Marina']],
    [
      'by number as the product writes it',
      'admin',
      { showAll: 'true', searchParam: '+55 11 95000-0002' },
      ['Marina'],
    ],
    ['by number without the country', 'admin', { showAll: 'true', searchParam: '11950000002' }, ['Marina']],
    ['by the end of a number', 'admin', { showAll: 'true', searchParam: '0-0002' }, ['Marina']],
    ['by number, of another queue', 'ana', { searchParam: '95000-0002' }, []],
    ['by protocol', 'admin', { showAll: 'true', searchParam: 'PROTOCOL' }, ['Marina']],
    [
      'by protocol, as greetings write it',
      'admin',
      { showAll: 'true', searchParam: '#PROTOCOL' },
      ['Marina'],
    ],
    ['by protocol, of another queue', 'ana', { searchParam: '#PROTOCOL' }, []],
    [
      'by protocol, in the tab it is in',
      'admin',
      { showAll: 'true', status: 'open', searchParam: '#PROTOCOL' },
      [],
    ],
    [
      'by what was written',
      'admin',
      { showAll: 'true', searchParam: 'texto de caio', searchIn: 'messages' },
      ['Caio'],
    ],
    ['by tag', 'admin', { showAll: 'true', tags: 'VIP' }, ['Caio']],
    ['by user, for who may', 'admin', { showAll: 'true', users: 'ANA' }, ['Dora', 'Bento']],
    ['unread', 'ana', { withUnreadMessages: 'true' }, ['Bento', 'São João']],
    ['by contact', 'admin', { showAll: 'true', contactId: 'DORA' }, ['Dora']],
    ['by contact, of another queue', 'ana', { contactId: 'MARINA' }, []],
  ])('gives the tickets asked for, %s', async (_name, who, query, expected) => {
    const real = (value: string) =>
      ({
        SALES: JSON.stringify([id.sales]),
        VIP: JSON.stringify([id.vip]),
        ANA: JSON.stringify([id.ana]),
        DORA: contacts.Dora,
        MARINA: contacts.Marina,
      })[value] ?? value.replace('PROTOCOL', protocols.Marina ?? '');
    const given = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, real(value)]));
    expect((await names(who, given)).sort()).toEqual([...expected].sort());
  });

  it('the newest change first', async () => {
    expect((await names('admin', { showAll: 'true', status: 'pending' }))[0]).toBe('Sem fila');
  });

  it.each([
    [{ status: 'lost' }, 'status'],
    [{ queueIds: 'no json' }, 'queueIds'],
    [{ tags: '{"a":1}' }, 'tags'],
    [{ pageNumber: '-1' }, 'pageNumber'],
    [{ date: 'yesterday' }, 'date'],
  ])('what is wrong is named: %j', async (query, field) => {
    const answer = await api.app.inject({
      url: '/api/tickets',
      query: query as Record<string, string>,
      headers: header.admin,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(field);
  });
});
