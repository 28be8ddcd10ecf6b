import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';
import { formerUsers } from './former-users.ts';
import { createNames } from './names.ts';
import { userRefOf } from './refs.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

it('what a colleague wrote and did who is no user any more stays theirs by name', async () => {
  const { companyId, email } = await api.company('Casa Lume');
  const admin = await api.signIn(email);
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  const [userId, connectionId] = [uuidv7(), uuidv7()];
  await api.desk.users.create(context, {
    ...{ userId, name: 'Davi', email: `davi-${companyId}@example.org`, profile: 'admin' },
    passwordHash: await hashPassword('correct horse 42'),
  });
  await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
  const { contactId } = await api.desk.contacts.create(context, { name: 'Marina', number: '5511987654321' });
  const { ticketId, position } = await api.desk.tickets.receive(context, {
    ...{ connectionId, queueId: null, contactId, externalId: 'E1', fromMe: false, body: 'oi' },
    ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
  });
  await api.reached(position);
  const davi = await api.signIn(`davi-${companyId}@example.org`);
  const ask = async <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    as = admin,
  ) => {
    const answer = await api.app.inject({
      method,
      url: `/api${url}`,
      headers: as,
      ...(payload && { payload }),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return (answer.body ? answer.json() : undefined) as T;
  };
  await ask('PUT', `/tickets/${ticketId}`, { status: 'open', userId }, davi);
  const { id: queueId } = await ask<{ id: string }>(
    'POST',
    '/queue',
    { name: 'Vendas', color: '#4073d4' },
    davi,
  );
  await ask('PUT', `/tickets/${ticketId}`, { queueId, userId });
  await ask('POST', `/messages/${ticketId}`, { body: 'Já vejo' }, davi);
  await ask('POST', '/ticket-notes', { note: 'Prefere boleto', ticketId, contactId }, davi);
  await ask('PUT', `/tickets/${ticketId}`, { status: 'closed' }, davi);
  await ask('DELETE', `/users/${userId}`);

  const ref = { id: userId, name: 'Davi' };
  const { messages } = await ask<{ messages: { body: string; user: object | null }[] }>(
    'GET',
    `/messages/${ticketId}`,
  );
  expect(messages.find(({ body }) => body === 'Já vejo')?.user).toEqual(ref);
  expect(await ask('GET', `/ticket-notes/list?ticketId=${ticketId}`)).toMatchObject([{ user: ref }]);
  expect(await ask('GET', `/tickets/${ticketId}`)).toMatchObject({ user: ref, closedBy: ref });
  const { tickets } = await ask<{ tickets: object[] }>('GET', '/tickets?status=closed&showAll=true');
  expect(tickets).toMatchObject([{ user: ref }]);
  // Also where others gave them a ticket, and where they changed a record.
  const { events } = await ask<{ events: { type: string; userName?: string }[] }>(
    'GET',
    `/tickets/${ticketId}/history`,
  );
  expect(events.find(({ type }) => type === 'TicketTransferred')?.userName).toBe('Davi');
  expect(await ask('GET', `/queue/${queueId}`)).toMatchObject({ updatedBy: 'Davi' });
  // Nobody to choose, though.
  expect(await ask<{ id: string }[]>('GET', '/users/list')).not.toContainEqual(expect.objectContaining(ref));
  // Whose audit list names them too.
  expect(await ask('GET', '/audit/people')).toContainEqual({ ...ref, isFormer: true });
  // A process that never knew them as a user reads it.
  const names = await createNames(api.readStore).company(companyId);
  expect(userRefOf(names, userId)).toEqual(ref);
  expect(userRefOf(await createNames(api.readStore).company(uuidv7()), userId)).toBeNull();
});

it('however many have left, each is known by a document of their own', async () => {
  const gone = Array.from({ length: 1_200 }, (_, index) => ({ id: `u${index}`, name: `Pessoa ${index}` }));
  const collections = new Set<string>();
  const read = {
    find: async (collection: string, { skip = 0, limit = 0 }: { skip?: number; limit?: number }) => {
      collections.add(collection);
      return gone.slice(skip, skip + limit);
    },
    get: async () => undefined,
  } as unknown as CompanyReader;
  const former = await formerUsers(read);
  expect(former.size).toBe(1_200);
  expect(former.get('u1199')).toBe('Pessoa 1199');
  expect([...collections]).toEqual(['departures']);
});
