import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

describe("a message's id that the client chose", () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  let foreign: { authorization: string };
  let tickets: string[] = [];
  let foreignTicket = '';

  const open = async (companyId: string, userId: string, numbers: readonly string[]) => {
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const connectionId = uuidv7();
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    const opened: string[] = [];
    for (const number of numbers) {
      const { contactId } = await api.desk.contacts.ensure(context, { numbers: [number], name: 'Marina' });
      const { ticketId, position } = await api.desk.tickets.open(context, {
        ...{ contactId, connectionId, queueId: null, userId, status: 'open' },
      });
      opened.push(ticketId);
      await api.reached(position);
    }
    return opened;
  };
  const signIn = async (name: string) => {
    const { companyId, email } = await api.company(name);
    const authorization = await api.signIn(email);
    const me = await api.app.inject({ url: '/api/auth/me', headers: authorization });
    return { companyId, userId: me.json<{ id: string }>().id, headers: authorization };
  };

  beforeAll(async () => {
    api = await startTestApi();
    const ours = await signIn('Ours');
    const theirs = await signIn('Theirs');
    headers = ours.headers;
    foreign = theirs.headers;
    tickets = await open(ours.companyId, ours.userId, ['5511955500143', '5511955500144']);
    [foreignTicket = ''] = await open(theirs.companyId, theirs.userId, ['5511955500145']);
  });
  afterAll(() => api.close());

  const post = (ticketId: string, messageId: string, body: string, as = headers) =>
    api.app.inject({
      method: 'POST',
      url: `/api/messages/${ticketId}`,
      headers: as,
      payload: { messageId, body },
    });
  const thread = async (ticketId: string) =>
    (await api.app.inject({ url: `/api/messages/${ticketId}`, headers }))
      .json<{ messages: { id: string; body: string }[] }>()
      .messages.map(({ id, body }) => ({ id, body }));

  it('takes no message out of another ticket, nor out of another company', async () => {
    const [one = '', two = ''] = tickets;
    const id = uuidv7();
    expect((await post(one, id, 'the first')).statusCode).toBe(200);
    for (const [ticketId, as] of [
      [two, headers],
      [foreignTicket, foreign],
    ] as const) {
      const answer = await post(ticketId, id, 'instead of it', as);
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.json<{ errors: object }>().errors).toEqual({ messageId: 'invalid' });
    }
    expect(await thread(one)).toContainEqual({ id, body: 'the first' });
    // It still may be repeated where it belongs.
    expect((await post(one, id, 'the first')).statusCode).toBe(200);
    expect((await thread(one)).filter((message) => message.id === id)).toHaveLength(1);
  });

  it('is taken by one of two tickets to which it comes at the same moment', async () => {
    const [one = '', two = ''] = tickets;
    const id = uuidv7();
    const answers = await Promise.all([post(one, id, 'one'), post(two, id, 'two')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('is not of the kind that our own ids are', async () => {
    const [one = ''] = tickets;
    expect((await post(one, uuidv5('M1', uuidv7()), 'before it has come')).statusCode).toBe(400);
  });
});
