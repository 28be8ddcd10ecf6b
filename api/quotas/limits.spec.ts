import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it } from 'vitest';
import type { Quotas } from '../../domain/quota/quotas.ts';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
afterEach(() => api.close());
const begin = async (quotas: Partial<Quotas>) => {
  api = await startTestApi({ quotas });
  const { companyId, email } = await api.company('Loja');
  return { companyId, headers: await api.signIn(email) };
};

it('a user has so many requests a minute; every answer says how many are left, and the refusal names limit and use', async () => {
  const { headers } = await begin({ requests: 3 });
  const ask = (as = headers) => api.app.inject({ url: '/api/version', headers: as });
  const contacts = (as = headers) => api.app.inject({ url: '/api/contacts', headers: as });
  const left = [];
  for (let at = 0; at < 3; at++) left.push((await contacts()).headers['x-ratelimit-remaining']);
  expect(left).toEqual(['2', '1', '0']);
  const refused = await contacts();
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    error: 'ERR_TOO_MANY_REQUESTS',
    details: { what: 'requests', limit: 3, used: 3, retryAfter: expect.any(Number) },
  });
  expect((await ask({ authorization: '' })).statusCode).toBe(200);
  const other = await api.signIn((await api.company('Outra')).email);
  expect((await contacts(other)).statusCode).toBe(200);
});

it('writes have a tighter limit than reads', async () => {
  const { headers } = await begin({ writes: 2 });
  const write = () =>
    api.app.inject({ method: 'PUT', url: `/api/drafts/${uuidv7()}`, headers, payload: { body: 'x' } });
  expect([(await write()).statusCode, (await write()).statusCode]).toEqual([404, 404]);
  expect((await write()).json()).toMatchObject({ details: { what: 'writes', limit: 2 } });
  expect((await api.app.inject({ url: '/api/contacts', headers })).statusCode).toBe(200);
});

it('one company’s users share a limit, which other companies do not feel', async () => {
  const { companyId, headers } = await begin({ companyRequests: 3 });
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  const email = `bruno-${companyId}@example.org`;
  const { position } = await api.desk.users.create(context, {
    ...{ name: 'Bruno', email, profile: 'admin' },
    passwordHash: await hashPassword('correct horse 42'),
  });
  await api.reached(position);
  const bruno = await api.signIn(email);
  const read = async (as: object) =>
    (await api.app.inject({ url: '/api/contacts', headers: { ...as } })).json();
  for (const as of [headers, bruno, bruno]) expect(await read(as)).toHaveProperty('contacts');
  expect(await read(headers)).toMatchObject({ details: { what: 'companyRequests', limit: 3, used: 3 } });
  expect(await read(await api.signIn((await api.company('Outra')).email))).toHaveProperty('contacts');
});

it('a connection sends so many messages a minute, whoever writes them', async () => {
  const { companyId, headers } = await begin({ sends: 2 });
  const connectionId = uuidv7();
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
  const { contactId } = await api.desk.contacts.ensure(context, {
    numbers: ['5511955500142'],
    name: 'Marina',
  });
  const { ticketId, position } = await api.desk.tickets.open(context, {
    ...{ contactId, connectionId, queueId: null, userId: null, status: 'open' },
  });
  await api.reached(position);
  const send = () =>
    api.app.inject({ method: 'POST', url: `/api/messages/${ticketId}`, headers, payload: { body: 'oi' } });
  expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200]);
  const refused = await send();
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { details: { what: 'sends', limit: 2, used: 2 } },
  ]);
});

it('saving contacts asks the network no more often than asking does', async () => {
  const { companyId, headers } = await begin({ questions: 2 });
  const connectionId = uuidv7();
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
  const { position } = await api.desk.connections.reportStatus(context, {
    connectionId,
    status: 'CONNECTED',
  });
  await api.reached(position);
  const save = (number: string) =>
    api.app.inject({ method: 'POST', url: '/api/contacts', headers, payload: { name: 'Marina', number } });
  // Nobody answers for the connection: each question waits its four seconds.
  await Promise.all(['5511955500141', '5511955500142'].map(save));
  const refused = await save('5511955500143');
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { details: { what: 'questions', limit: 2 } },
  ]);
});
