import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserView } from '../../contract/user.ts';
import { createVault } from '../../gateway/secrets/vault.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import { password, startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: Record<string, string>;
let companyId = '';
beforeAll(async () => {
  api = await startTestApi();
  const company = await api.company('Loja');
  ({ companyId } = company);
  admin = await api.signIn(company.email);
});
afterAll(() => api.close());

const toldTo = async (address: string) =>
  (await api.state.list<WaitingMail>(waitingMails))
    .map(({ key, value }) => openMail(createVault(api.gateway.secretKey), key, value))
    .filter(({ to, subject }) => to === address && subject === 'O e-mail da sua conta mudou');
const add = async (name: string, more: object = {}) => {
  const payload = { name, email: `${name}-${companyId}@example.org`, ...more };
  const made = await api.app.inject({ method: 'POST', url: '/api/users', headers: admin, payload });
  return made.json<UserView>();
};
const change = ({ id }: UserView, payload: object, headers = admin) =>
  api.app.inject({ method: 'PUT', url: `/api/users/${id}`, headers, payload });

it('who signs in with another address from here on reads so at the one before, whoever changed it, and where it is not', async () => {
  const bruno = await add('Bruno', { password });
  const other = `other-${companyId}@example.org`;
  expect((await change(bruno, { email: other })).statusCode).toBe(200);
  const [letter, ...more] = await toldTo(bruno.email);
  expect([letter?.text.includes(other), more]).toEqual([false, []]);
  const own = await api.signIn(other);
  const third = `third-${companyId}@example.org`;
  expect((await change(bruno, { email: third, currentPassword: password }, own)).statusCode).toBe(200);
  expect(await toldTo(other)).toHaveLength(1);
});

it('nobody reads it of the same address, nor where who was invited had another typed for them', async () => {
  const bia = await add('Bia', { password });
  expect((await change(bia, { name: 'Bia Reis', email: bia.email.toUpperCase() })).statusCode).toBe(200);
  const invited = await add('Caio');
  expect((await change(invited, { email: `caio-${companyId}@example.com` })).statusCode).toBe(200);
  expect([...(await toldTo(bia.email)), ...(await toldTo(invited.email))]).toEqual([]);
});
