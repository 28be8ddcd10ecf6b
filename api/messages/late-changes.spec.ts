import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MessageView } from '../../contract/message.ts';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let headers: { authorization: string };
let companyId: string;
beforeAll(async () => {
  api = await startTestApi();
  const company = await api.company('Loja');
  companyId = company.companyId;
  headers = await api.signIn(company.email);
});
afterAll(() => api.close());

/** An own message on a ticket of its own, written so many minutes ago; it went out, or still waits. */
const written = async (channel: string, minutes: number, wentOut = true, more = {}): Promise<string> => {
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const, at };
  const { desk } = api;
  const { connectionId } = await desk.connections.create(context, { name: `Loja ${minutes}`, channel });
  const { contactId } = await desk.contacts.ensure(context, { numbers: ['5511955500142'], name: 'Marina' });
  const { ticketId } = await desk.tickets.receive(context, {
    ...{ connectionId, queueId: null, contactId, externalId: crypto.randomUUID(), fromMe: false, body: 'oi' },
    ...{ mediaType: 'chat', sentAt: at },
  });
  await desk.tickets.accept(context, { ticketId, userId: 'ana' });
  const queued = await desk.tickets.send(context, { ticketId, body: 'às 15h', ...more });
  const { messageId } = queued;
  const gone = wentOut
    ? await desk.tickets.sent(context, { ticketId, messageId, externalId: messageId })
    : queued;
  await api.reached(gone.position);
  return messageId;
};
const change = async (how: 'edit' | 'delete', id: string) => {
  const answer = await api.app.inject({
    ...(how === 'edit'
      ? { method: 'POST', url: `/api/messages/edit/${id}`, payload: { body: 'às 16h' } }
      : { method: 'DELETE', url: `/api/messages/${id}` }),
    headers,
  });
  return { status: answer.statusCode, ...answer.json<Partial<MessageView> & { error?: string }>() };
};

it.each([
  ['an edit a quarter of an hour after', 'edit', 16],
  ['a deletion two and a half days after', 'delete', 60 * 60 + 1],
] as const)(
  '%s is refused over WhatsApp: the phone would drop it without a word',
  async (_, how, minutes) => {
    const id = await written('whatsapp', minutes);
    expect(await change(how, id)).toMatchObject({ status: 404, error: 'ERR_FETCH_WAPP_MSG' });
  },
);

it('before that both are taken, and one that still waits to go out may be changed at any time', async () => {
  expect(await change('edit', await written('whatsapp', 14))).toMatchObject({ status: 200, body: 'às 16h' });
  expect(await change('delete', await written('whatsapp', 59 * 60))).toMatchObject({ isDeleted: true });
  expect(await change('edit', await written('whatsapp', 600, false))).toMatchObject({ body: 'às 16h' });
});

it('a channel without such a limit takes them whenever they come', async () => {
  expect(await change('edit', await written('simulator', 100_000))).toMatchObject({ body: 'às 16h' });
});

it.each(['whatsapp', 'simulator'])('the words below a file are not edited over %s', async (channel) => {
  const media = { id: 'f'.repeat(64), name: 'cardapio.pdf', mime: 'application/pdf', size: 9 };
  for (const wentOut of [true, false])
    expect(
      await change('edit', await written(channel, 1, wentOut, { mediaType: 'application', media })),
    ).toMatchObject({ status: 409, error: 'ERR_CHANNEL_CANNOT', details: { what: 'editCaption' } });
});
