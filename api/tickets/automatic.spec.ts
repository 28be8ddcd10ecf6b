import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ratingScale } from '../../domain/company/settings.ts';
import { startTestApi } from '../../testing/api.ts';

interface Message {
  readonly id: string;
  readonly body: string;
  readonly fromMe: boolean;
  readonly automatic: string | null;
}

describe('texts that go out with a change of a ticket', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  let context: { companyId: string; actor: { kind: 'system'; id: string } };
  const [support, sales, connectionId] = [uuidv7(), uuidv7(), uuidv7()];
  let contacts = 0;

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    await api.desk.records('queue').create(context, { id: support, name: 'Suporte', color: '#4073d4' });
    await api.desk.records('queue').create(context, { id: sales, name: 'Vendas', color: '#22aa55' });
    const { position } = await api.desk.connections.create(context, {
      ...{ connectionId, name: 'Loja', channel: 'simulator' },
    });
    await api.reached(position);
    headers = await api.signIn(email);
  }, 60_000);
  afterAll(() => api.close());

  const waiting = async (isGroup = false) => {
    contacts += 1;
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: [`55119${String(71_000_000 + contacts)}`],
      name: 'Marina Coutinho',
      isGroup,
    });
    const { ticketId, position } = await api.desk.tickets.receive(context, {
      ...{ connectionId, queueId: support, contactId, externalId: `A${contacts}`, isGroup },
      ...{ fromMe: false, body: 'oi', mediaType: 'chat', sentAt: new Date().toISOString() },
    });
    await api.reached(position);
    return ticketId;
  };
  const set = async (key: string, value: string) => {
    const answer = await api.app.inject({
      ...{ method: 'PUT', url: `/api/settings/${key}`, headers, payload: { value } },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const change = async (ticketId: string, payload: object, key = uuidv7()) => {
    const answer = await api.app.inject({
      ...{ method: 'PUT', url: `/api/tickets/${ticketId}`, payload },
      headers: { ...headers, 'idempotency-key': key },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const automatic = async (ticketId: string) => {
    const answer = await api.app.inject({ url: `/api/messages/${ticketId}`, headers });
    return answer.json<{ messages: Message[] }>().messages.filter((message) => message.automatic !== null);
  };

  it('nothing goes out unless the company wants it', async () => {
    const ticketId = await waiting();
    await change(ticketId, { status: 'open' });
    await change(ticketId, { queueId: sales });
    expect(await automatic(ticketId)).toEqual([]);
  });

  it('accepting greets once, by first name and agent, however often the request is repeated', async () => {
    await set('sendGreetingAccepted', 'enabled');
    const ticketId = await waiting();
    const key = uuidv7();
    await change(ticketId, { status: 'open' }, key);
    await change(ticketId, { status: 'open' }, key);
    await change(ticketId, { status: 'open' });
    expect(await automatic(ticketId)).toMatchObject([
      {
        fromMe: true,
        automatic: 'greeting',
        body: 'Olá Marina, meu nome é Ana e vou prosseguir com seu atendimento.',
      },
    ]);
  });

  it('who returns and accepts anew greets anew; reopening greets nobody; groups are not greeted', async () => {
    const ticketId = await waiting();
    await change(ticketId, { status: 'open' });
    await change(ticketId, { status: 'pending' });
    await change(ticketId, { status: 'open' });
    expect(await automatic(ticketId)).toHaveLength(2);
    await change(ticketId, { status: 'closed' });
    await change(ticketId, { status: 'open' });
    expect(await automatic(ticketId)).toHaveLength(2);
    const group = await waiting(true);
    await change(group, { status: 'open' });
    expect(await automatic(group)).toEqual([]);
  });

  it('a conversation that an agent begins with a group is one of a group', async () => {
    const { contactId, position } = await api.desk.contacts.ensure(context, {
      ...{ numbers: ['120363000000000142@g.us'], name: 'Equipe de vendas', isGroup: true },
    });
    await api.reached(position);
    const payload = { contactId, queueId: support, status: 'pending' };
    const opened = await api.app.inject({ method: 'POST', url: '/api/tickets', headers, payload });
    const { id, isGroup } = opened.json<{ id: string; isGroup: boolean }>();
    expect([opened.statusCode, isGroup]).toEqual([201, true]);
    await change(id, { status: 'open' });
    expect(await automatic(id)).toEqual([]);
  });

  it('the company’s own template is used', async () => {
    await set('sendGreetingAccepted', 'enabled');
    await set('greetingAcceptedTemplate', '{{agent}} aqui, {{name}}. Protocolo {{protocol}}');
    const ticketId = await waiting();
    await change(ticketId, { status: 'open' });
    const [greeting] = await automatic(ticketId);
    expect(greeting?.body).toMatch(/^Ana aqui, Marina Coutinho\. Protocolo [0-9A-Z]+$/);
  });

  it('another queue is named to the contact; a change of agent within it says nothing', async () => {
    await set('sendGreetingAccepted', 'disabled');
    await set('sendMsgTransfTicket', 'enabled');
    const ticketId = await waiting();
    await change(ticketId, { status: 'open' });
    await change(ticketId, { queueId: sales });
    expect(await automatic(ticketId)).toMatchObject([
      { automatic: 'transfer', body: expect.stringContaining('transferido para Vendas') },
    ]);
    await change(ticketId, { queueId: sales, userId: null });
    expect(await automatic(ticketId)).toHaveLength(1);
    await set('transferTemplate', 'Agora com {{queue}}, {{firstName}}.');
    const other = await waiting();
    await change(other, { status: 'open' });
    await change(other, { queueId: sales });
    expect((await automatic(other)).map(({ body }) => body)).toEqual(['Agora com Vendas, Marina.']);
  });

  it('who is resolved is asked how it was, only where the company wants to know', async () => {
    await set('sendMsgTransfTicket', 'disabled');
    for (const [value, asked] of [
      ['disabled', []],
      ['enabled', [expect.stringContaining(ratingScale)]],
    ] as const) {
      await set('userRating', value);
      const ticketId = await waiting();
      await change(ticketId, { status: 'open' });
      await change(ticketId, { status: 'closed' });
      expect((await automatic(ticketId)).map(({ body }) => body)).toEqual(asked);
    }
  });
});
