import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContactView, ErasureView } from '../../../contract/contact.ts';
import type { MessageView } from '../../../contract/message.ts';
import { startTestApi } from '../../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let companyId: string;
let contactId: string;
let ticketId: string;

const ask = async <T>(method: string, url: string, payload?: object, headers: object = admin) => {
  const answer = await api.app.inject({
    method: method as 'GET',
    url,
    headers: { ...headers },
    ...(payload && { payload }),
  });
  const json = answer.headers['content-type']?.toString().includes('json');
  return { status: answer.statusCode, text: answer.body, body: (json ? answer.json() : undefined) as T };
};

beforeAll(async () => {
  api = await startTestApi();
  const company = await api.company('Loja');
  companyId = company.companyId;
  admin = await api.signIn(company.email);
  const created = await ask<ContactView>('POST', '/api/contacts', {
    name: 'Maria Titular',
    number: '5511944440010',
  });
  contactId = created.body.id;
  const system = { companyId, actor: { kind: 'system', id: 'test' } } as const;
  const { connectionId } = await api.desk.connections.create(system, { name: 'Loja', channel: 'simulator' });
  const received = await api.desk.tickets.receive(system, {
    ...{ connectionId, queueId: null, contactId, externalId: 'm1', fromMe: false, body: 'meu CPF' },
    ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
  });
  ticketId = received.ticketId;
});
afterAll(() => api.close());

it('asks for the number of who is meant, and erases nobody otherwise', async () => {
  const wrong = await ask<{ errors: object }>('POST', `/api/contacts/${contactId}/erase`, {
    confirm: '5511944440011',
  });
  expect(wrong).toMatchObject({ status: 400, body: { errors: { confirm: 'invalid' } } });
  expect((await ask('GET', `/api/contacts/${contactId}`)).status).toBe(200);
  expect((await ask('GET', `/api/contacts/${contactId}/erasure`)).status).toBe(404);
});

it('erases, however the number is written; a second time says the same and does nothing', async () => {
  const first = await ask<ErasureView>('POST', `/api/contacts/${contactId}/erase`, {
    confirm: '+55 (11) 94444-0010',
  });
  expect(first).toMatchObject({
    status: 202,
    body: { contactId, status: 'erasing', completedAt: null, taken: null },
  });
  expect(first.body.by.kind).toBe('user');
  expect((await ask('GET', `/api/contacts/${contactId}`)).status).toBe(404);
  const head = await api.events.head();
  const second = await ask<ErasureView>('POST', `/api/contacts/${contactId}/erase`, { confirm: 'anything' });
  expect(second).toMatchObject({ status: 200, body: { contactId, at: first.body.at } });
  expect(await api.events.head()).toBe(head);
});

it('shows what was said no more once the ticket is taken, in thread, history and as-of', async () => {
  const system = { companyId, actor: { kind: 'system', id: 'test' } } as const;
  const { position, revision } = await api.desk.tickets.erase(system, { ticketId });
  await api.reached(position);
  const thread = await ask<{ messages: MessageView[] }>('GET', `/api/messages/${ticketId}`);
  expect(thread.body.messages).toMatchObject([{ body: '', isErased: true }]);
  for (const url of [
    `/api/messages/${ticketId}`,
    `/api/tickets/${ticketId}`,
    `/api/tickets/${ticketId}/history`,
    `/api/tickets/${ticketId}/as-of?revision=${revision}`,
    `/api/tickets/${ticketId}/as-of?revision=1`,
    '/api/contacts',
    '/api/tickets?searchParam=maria&showAll=true',
  ]) {
    const { status, text } = await ask('GET', url);
    expect([url, status]).toEqual([url, 200]);
    expect(text).not.toMatch(/Maria|5511944440010|CPF/);
  }
});

it('gives the certificate when all is done: what, when, by whom', async () => {
  const system = { companyId, actor: { kind: 'system', id: 'test' } } as const;
  const done = await api.desk.contacts.completeErasure(system, {
    ...{
      contactId,
      tickets: 1,
      messages: 1,
      notes: 0,
      files: 0,
      entries: 3,
      sealedSince: '2026-11-02T12:00:00.000Z',
    },
  });
  await api.reached(done.position);
  const { body } = await ask<ErasureView>('GET', `/api/contacts/${contactId}/erasure`);
  expect(body).toMatchObject({ status: 'erased', taken: { tickets: 1, messages: 1, entries: 3 } });
  expect(body.completedAt).not.toBeNull();
  const text = await ask('GET', `/api/contacts/${contactId}/erasure?format=text`);
  expect(text.text).toContain('CERTIFICADO DE ELIMINAÇÃO');
  expect(text.text).toContain(contactId);
  expect(text.text).toContain('Mensagens / Mensajes / Messages: 1');
  expect(text.text).not.toMatch(/Maria|5511944440010/);
  const all = await ask<{ erasures: ErasureView[] }>('GET', '/api/erasures');
  expect(all.body.erasures.map((one) => one.contactId)).toEqual([contactId]);
});
