import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

describe('who gets a ticket', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const queueId = uuidv7();
  const connectionId = uuidv7();
  const agents: { name: string; headers: { authorization: string } }[] = [];
  let context: { companyId: string; actor: { kind: 'system'; id: string } };
  let contacts = 0;

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId } = await api.company('Ours');
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    await api.desk.records('queue').create(context, { id: queueId, name: 'Suporte', color: '#4073d4' });
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    const passwordHash = await hashPassword('correct horse 42');
    for (let number = 0; number < 32; number++) {
      const email = `agent${number}-${companyId}@example.org`;
      const { position } = await api.desk.users.create(context, {
        name: `Agente ${number}`,
        email,
        profile: 'user',
        queueIds: [queueId],
        passwordHash,
      });
      await api.reached(position);
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: `10.0.0.${number + 1}`,
        payload: { email, password: 'correct horse 42' },
      });
      agents.push({
        name: `Agente ${number}`,
        headers: { authorization: `Bearer ${answer.json<{ token: string }>().token}` },
      });
    }
  }, 120_000);
  afterAll(() => api.close());

  const waiting = async () => {
    contacts += 1;
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: [`55119${String(60_000_000 + contacts)}`],
      name: `Contato ${contacts}`,
    });
    const { ticketId, position } = await api.desk.tickets.receive(context, {
      connectionId,
      queueId,
      contactId,
      externalId: `A${contacts}`,
      fromMe: false,
      body: 'oi',
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    });
    await api.reached(position);
    return { ticketId, contactId };
  };
  const accept = (ticketId: string, { headers }: { headers: { authorization: string } }) =>
    api.app.inject({ method: 'PUT', url: `/api/tickets/${ticketId}`, headers, payload: { status: 'open' } });

  it.each([2, 32])(
    'of %i who accept at once exactly one has it, and all others are told who',
    async (many) => {
      const { ticketId } = await waiting();
      const answers = await Promise.all(agents.slice(0, many).map((agent) => accept(ticketId, agent)));
      const winners = answers.flatMap(({ statusCode }, index) =>
        statusCode === 200 ? [agents[index]!.name] : [],
      );
      expect(winners).toHaveLength(1);
      for (const answer of answers) {
        if (answer.statusCode === 200) continue;
        expect(answer.statusCode, answer.body).toBe(409);
        expect(answer.json()).toMatchObject({
          error: 'ERR_TICKET_TAKEN',
          details: { user: { name: winners[0] } },
        });
      }
    },
  );

  it('a second conversation with the same contact is refused and names the first, its agent and its queue', async () => {
    const { ticketId, contactId } = await waiting();
    expect((await accept(ticketId, agents[3]!)).statusCode).toBe(200);
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/tickets',
      headers: agents[4]!.headers,
      payload: { contactId, queueId, whatsappId: connectionId, userId: null, status: 'open' },
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      error: 'ERR_OTHER_OPEN_TICKET',
      details: { ticket: { id: ticketId }, user: { name: 'Agente 3' }, queue: { name: 'Suporte' } },
    });
  });

  it('the same request with the same Idempotency-Key is the same ticket', async () => {
    const { contactId, position } = await api.desk.contacts.ensure(context, {
      numbers: ['5511970000001'],
      name: 'Uma vez',
    });
    await api.reached(position);
    const key = uuidv7();
    const ask = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/tickets',
        headers: { ...agents[5]!.headers, 'idempotency-key': key },
        payload: { contactId, queueId, whatsappId: connectionId, userId: null, status: 'open' },
      });
    const [first, second] = [await ask(), await ask()];
    expect(first.statusCode, first.body).toBe(201);
    expect(second.statusCode, second.body).toBe(201);
    expect(second.json<{ id: string }>().id).toBe(first.json<{ id: string }>().id);
  });
});
