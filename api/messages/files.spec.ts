import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MessageView } from '../../contract/message.ts';
import { fileIdOf } from '../../domain/ticket/files.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let stranger: { authorization: string };
let ticketId = '';
let messageId = '';
let companyId = '';
const system = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });
const file = { name: 'foto.png', mime: 'image/png', size: 68, width: 8, height: 6 };

beforeAll(async () => {
  api = await startTestApi();
  const company = await api.company('Ours');
  companyId = company.companyId;
  admin = await api.signIn(company.email);
  const [connectionId, queueId, other] = [uuidv7(), uuidv7(), uuidv7()];
  const { desk } = api;
  await desk.records('queue').create(system(), { id: queueId, name: 'Suporte', color: '#4073d4' });
  await desk.records('queue').create(system(), { id: other, name: 'Vendas', color: '#a0d030' });
  await desk.connections.create(system(), { connectionId, name: 'Loja', channel: 'simulator' });
  const email = `vendas-${companyId}@example.org`;
  const { position } = await desk.users.create(system(), {
    ...{ userId: uuidv7(), name: 'Vendas', email, profile: 'user', queueIds: [other] },
    passwordHash: await hashPassword(password),
  });
  await api.reached(position);
  stranger = await api.signIn(email);
  const { contactId } = await desk.contacts.ensure(system(), { numbers: ['5511955500142'], name: 'Marina' });
  const received = await desk.tickets.receive(system(), {
    ...{ connectionId, queueId, contactId, externalId: 'M1', fromMe: false, body: 'veja' },
    ...{ mediaType: 'image', file, sentAt: new Date().toISOString() },
  });
  ({ ticketId, messageId } = received);
  await api.reached(received.position);
});
afterAll(() => api.close());

const shown = async () => {
  const answer = await api.app.inject({ url: `/api/messages/${ticketId}`, headers: admin });
  return answer.json<{ messages: MessageView[] }>().messages[0]!;
};
const ask = (headers: { authorization: string }) =>
  api.app.inject({ method: 'POST', url: `/api/messages/${messageId}/file`, headers });

it('a message says what its file will be until it is there; one that failed is asked for by who sees the ticket', async () => {
  expect(await shown()).toMatchObject({ file, media: null, mediaUrl: null, mediaError: null });
  const failed = await api.desk.tickets.failFile(system(), {
    ...{ ticketId, messageId, code: 'ERR_WAPP_DOWNLOAD_MEDIA' },
  });
  await api.reached(failed.position);
  expect(await shown()).toMatchObject({ file, mediaError: 'ERR_WAPP_DOWNLOAD_MEDIA' });
  expect((await ask(stranger)).statusCode).toBe(403);
  const asked = await ask(admin);
  expect(asked.statusCode, asked.body).toBe(200);
  expect(asked.json()).toMatchObject({ id: messageId, file, mediaError: null });

  const id = fileIdOf(messageId);
  const info = { id, companyId, name: file.name, mime: file.mime };
  const stored = await api.media.put(info, Readable.from([Buffer.from('not really')]), 1_000);
  const { name, mime, size } = stored;
  const attached = await api.desk.tickets.attachFile(system(), {
    ...{ ticketId, messageId, mediaType: 'image', media: { id, name, mime, size } },
  });
  await api.reached(attached.position);
  const { mediaUrl, ...rest } = await shown();
  expect(rest).toMatchObject({ file: null, media: { id }, mediaError: null });
  expect((await api.app.inject({ url: mediaUrl!, headers: admin })).body).toBe('not really');
  expect((await api.app.inject({ url: mediaUrl!, headers: stranger })).statusCode).toBe(403);
});

it('nothing is asked for of what will never come', async () => {
  const none = await api.app.inject({
    method: 'POST',
    url: `/api/messages/${uuidv7()}/file`,
    headers: admin,
  });
  expect(none.statusCode).toBe(404);
});
