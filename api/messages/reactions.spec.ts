import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageView } from '../../contract/message.ts';
import type { Context } from '../../domain/desk/desk.ts';
import type { MessageExtra } from '../../domain/ticket/extra.ts';
import { startTestApi } from '../../testing/api.ts';

describe('reactions over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let context: Context;
  let headers: { authorization: string };
  let connectionId = '';
  let contactId = '';
  let userId = '';
  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    headers = await api.signIn(email);
    userId = (await api.app.inject({ url: '/api/auth/me', headers })).json<{ id: string }>().id;
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    connectionId = uuidv7();
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    ({ contactId } = await api.desk.contacts.ensure(context, { numbers: ['5511955500142'], name: 'Marina' }));
  });
  afterAll(() => api.close());

  let count = 0;
  const receive = async (body: string, more: { connectionId?: string; extra?: MessageExtra } = {}) => {
    const received = await api.desk.tickets.receive(context, {
      ...{ connectionId, queueId: null, contactId, externalId: `M${++count}`, fromMe: false, body },
      ...{ mediaType: 'chat', sentAt: new Date().toISOString(), ...more },
    });
    await api.reached(received.position);
    return received;
  };
  const open = async (ticketId: string) => {
    const { position } = await api.desk.tickets.accept(context, { ticketId, userId });
    await api.reached(position);
  };
  const react = async (messageId: string, emoji: unknown) => {
    const url = `/api/messages/${messageId}/reaction`;
    const answer = await api.app.inject({ method: 'POST', url, headers, payload: { emoji } });
    return { status: answer.statusCode, body: answer.json<MessageView & { error: string }>() };
  };

  it('stand in the answer, in the name of who gave them, until the phone has them', async () => {
    const { ticketId, messageId } = await receive('Obrigada!');
    await open(ticketId);
    const given = await react(messageId, '❤️');
    expect(given.status).toBe(200);
    expect(given.body.reactions).toMatchObject([
      { emoji: '❤️', fromMe: true, user: { id: userId }, pending: true },
    ]);
    expect((await react(messageId, '')).body.reactions).toEqual([]);
    const { position } = await api.desk.tickets.react(context, {
      ...{ ticketId, messageId, emoji: '👍', fromMe: false, byContact: true },
    });
    await api.reached(position);
    const thread = await api.app.inject({ url: `/api/messages/${ticketId}`, headers });
    const [message] = thread.json<{ messages: MessageView[] }>().messages;
    expect(message?.reactions).toMatchObject([{ emoji: '👍', fromMe: false, user: null, pending: false }]);
  });

  it('are one emoji, on an open ticket, by the connection the message came by', async () => {
    const { messageId, ticketId } = await receive('oi');
    for (const emoji of ['oi', '👍👍', '👍'.repeat(100), 7, null])
      expect((await react(messageId, emoji)).status).toBe(400);
    const other = uuidv7();
    await api.desk.connections.create(context, { connectionId: other, name: 'Outra', channel: 'simulator' });
    const moved = await api.desk.tickets.transfer(context, {
      ...{ ticketId, queueId: null, userId, connectionId: other },
    });
    await api.reached(moved.position);
    const refused = await react(messageId, '👍');
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_NO_REACTION']);
    const closed = await api.desk.tickets.resolve(context, { ticketId });
    await api.reached(closed.position);
    expect((await react(messageId, '👍')).status).toBe(409);
  });

  it('of a deleted message are shown to nobody, and a poll’s votes are', async () => {
    const extra = { poll: { options: ['sexta', 'sábado'], choices: 1 } };
    const { messageId, ticketId } = await receive('Que dia?', { extra });
    const voted = await api.desk.tickets.vote(context, {
      ...{ ticketId, messageId, choices: [1], fromMe: false, sentAt: new Date().toISOString() },
    });
    await api.reached(voted.position);
    const shown = async () =>
      (await api.app.inject({ url: `/api/messages/${ticketId}`, headers }))
        .json<{ messages: MessageView[] }>()
        .messages.find(({ id }) => id === messageId);
    expect(await shown()).toMatchObject({ extra, votes: [{ choices: [1], fromMe: false }] });
  });
});
