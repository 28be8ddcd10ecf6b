import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TicketOnWire } from '../../contract/wire-views.ts';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

// Tickets are kept parsed and printed for whoever reads them next: nobody may get through it what is not theirs, nor
// what is no longer so.
describe('tickets that others have read before', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const queues = { sales: uuidv7(), support: uuidv7() };
  const id = { tag: uuidv7(), phone: uuidv7(), ana: uuidv7(), bruno: uuidv7() };
  const header = {} as Record<'admin' | 'ana' | 'bruno' | 'stranger', { authorization: string }>;
  let context: { companyId: string; actor: { kind: 'system'; id: string } };
  const ticketIds: Record<string, string> = {};
  let contactId = '';

  const list = async (who: keyof typeof header, query = 'showAll=true') => {
    const answer = await api.app.inject({ url: `/api/tickets?${query}`, headers: header[who] });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ tickets: TicketOnWire[] }>().tickets;
  };
  const idsOf = (tickets: readonly TicketOnWire[]) => tickets.map((ticket) => ticket.id).sort();
  const done = async (outcome: Promise<{ position: number }>) => api.reached((await outcome).position);
  const agent = async (userId: string, name: string, queueId: string) => {
    const email = `${userId}@example.org`;
    const passwordHash = await hashPassword('correct horse 42');
    await done(
      api.desk.users.create(context, {
        userId,
        name,
        email,
        profile: 'user',
        queueIds: [queueId],
        passwordHash,
      }),
    );
    return api.signIn(email);
  };

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    const { desk } = api;
    await desk.records('queue').create(context, { id: queues.sales, name: 'Vendas', color: '#4073d4' });
    await desk.records('queue').create(context, { id: queues.support, name: 'Suporte', color: '#4073d5' });
    await desk.records('tag').create(context, { id: id.tag, name: 'VIP', color: '#112233' });
    await desk.connections.create(context, { connectionId: id.phone, name: 'Loja', channel: 'simulator' });
    header.admin = await api.signIn(email);
    header.ana = await agent(id.ana, 'Ana', queues.sales);
    header.bruno = await agent(id.bruno, 'Bruno', queues.support);
    header.stranger = await api.signIn((await api.company('Theirs')).email);
    for (const [name, queueId] of Object.entries(queues)) {
      const contact = await desk.contacts.ensure(context, {
        numbers: [`55119${name === 'sales' ? '70000001' : '70000002'}`],
        name: `Cliente de ${name}`,
      });
      if (name === 'sales') ({ contactId } = contact);
      const { ticketId } = await desk.tickets.receive(context, {
        connectionId: id.phone,
        queueId,
        contactId: contact.contactId,
        externalId: uuidv7(),
        fromMe: false,
        body: 'Olá, João',
        mediaType: 'chat',
        sentAt: new Date().toISOString(),
      });
      ticketIds[name] = ticketId;
      await done(desk.tickets.setFields(context, { ticketId, tagIds: [id.tag] }));
    }
  }, 60_000);
  afterAll(() => api.close());

  it('are given only to those who may see them, whoever read first', async () => {
    const both = Object.values(ticketIds).sort();
    for (let round = 0; round < 3; round++) {
      expect(idsOf(await list('admin'))).toEqual(both);
      expect(idsOf(await list('stranger'))).toEqual([]);
      expect(idsOf(await list('ana'))).toEqual([ticketIds.sales]);
      expect(idsOf(await list('bruno'))).toEqual([ticketIds.support]);
      expect(idsOf(await list('bruno', 'status=pending'))).toEqual([ticketIds.support]);
      expect(idsOf(await list('ana', 'searchParam=cliente'))).toEqual([ticketIds.sales]);
    }
  });

  it('go with their queue at once', async () => {
    const move = (queueId: string) =>
      done(
        api.desk.tickets.transfer(context, {
          ticketId: ticketIds.sales!,
          queueId,
          userId: null,
        }),
      );
    await move(queues.support);
    expect(idsOf(await list('ana'))).toEqual([]);
    expect(idsOf(await list('bruno'))).toEqual(Object.values(ticketIds).sort());
    await move(queues.sales);
    expect(idsOf(await list('ana'))).toEqual([ticketIds.sales]);
    expect(idsOf(await list('bruno'))).toEqual([ticketIds.support]);
  });

  it('are the same read together and read alone', async () => {
    for (const ticket of await list('admin')) {
      const alone = await api.app.inject({ url: `/api/tickets/${ticket.id}`, headers: header.admin });
      expect(alone.json()).toEqual(ticket);
    }
  });

  it('carry new names at once, of all they name', async () => {
    const { desk } = api;
    await done(desk.tickets.accept(context, { ticketId: ticketIds.sales!, userId: id.ana }));
    const first = async () => (await list('ana', 'status=open'))[0]!;
    await first();
    const contact = { name: 'Outro nome', number: '5511970000001', email: '', extraInfo: [] };
    await done(desk.contacts.update(context, { contactId, ...contact }));
    expect((await first()).contact.name).toBe('Outro nome');
    await done(desk.records('queue').update(context, { id: queues.sales, name: 'Balcão', color: '#875cc6' }));
    expect((await first()).queue).toMatchObject({ name: 'Balcão', color: '#875cc6' });
    await done(desk.records('tag').update(context, { id: id.tag, name: 'Ouro', color: '#998877' }));
    expect((await first()).tags).toMatchObject([{ name: 'Ouro', color: '#998877' }]);
    await done(
      desk.users.update(context, {
        userId: id.ana,
        name: 'Ana Maria',
        email: `${id.ana}@example.org`,
        profile: 'user',
        queueIds: [queues.sales],
      }),
    );
    expect((await first()).user?.name).toBe('Ana Maria');
    await done(
      desk.connections.update(context, { connectionId: id.phone, name: 'Matriz', channel: 'simulator' }),
    );
    expect((await first()).whatsapp?.name).toBe('Matriz');
    await done(desk.records('tag').delete(context, { id: id.tag }));
    expect((await first()).tags).toEqual([]);
    await done(desk.contacts.setPicture(context, { contactId, mediaId: 'picture-1' }));
    expect((await first()).contact.profilePicUrl).toContain('picture-1');
  });

  it('show a message of this very moment, and a search’s finding in that answer only', async () => {
    const ticketId = ticketIds.support!;
    const before = await list('bruno');
    await done(api.desk.tickets.accept(context, { ticketId, userId: id.bruno }));
    const actor = { kind: 'user', id: id.bruno, name: 'Bruno' } as const;
    await done(api.desk.tickets.send({ ...context, actor }, { ticketId, body: 'Já vai, Íris 🚀' }));
    const [now] = await list('bruno');
    expect(before[0]!.lastMessage).toBe('Olá, João');
    expect(now!.lastMessage).toBe('Já vai, Íris 🚀');
    const [found] = await list('bruno', 'searchIn=messages&searchParam=iris');
    expect(found!.match?.body).toBe('Já vai, Íris 🚀');
    expect({ ...found, match: undefined }).toEqual({ ...now, match: undefined });
    expect((await list('bruno'))[0]).not.toHaveProperty('match');
  });
});
