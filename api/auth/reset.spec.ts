import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '../../gateway/secrets/vault.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { password, startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let email = '';
let companyId = '';
beforeEach(async () => {
  api = await startTestApi();
  ({ companyId, email } = await api.company('Loja'));
});
afterEach(() => api.close());

const letters = async () =>
  (await api.state.list<WaitingMail>(waitingMails)).map(({ key, value }) =>
    openMail(createVault(api.gateway.secretKey), key, value),
  );
const ask = (address = email) => api.app.inject({ method: 'POST', url: `/api/forgetpassword/${address}` });
const newPassword = 'Cavalo bateria 42';
const set = (token: string, given: object = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/resetpasswords',
    payload: { email, token, newPassword, ...given },
  });
const signIn = (typed: string) =>
  api.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: typed } });
async function code(): Promise<string> {
  expect((await ask()).json()).toEqual({ status: 200 });
  const subjects = (await letters()).filter(({ to }) => to === email).map(({ subject }) => subject);
  return /\d{6}/.exec(subjects.at(-1) ?? '')?.[0] ?? '';
}
const wrong = (right: string) => (right === '000000' ? '000001' : '000000');

describe('a forgotten password', () => {
  it('is set anew with the code that was mailed, once; sessions end, and the owner is told', async () => {
    const before = await api.signIn(email);
    const token = await code();
    expect((await set(token)).json()).toEqual({ status: 200 });
    expect((await signIn(password)).statusCode).toBe(401);
    expect((await signIn(newPassword)).statusCode).toBe(200);
    expect((await api.app.inject({ url: '/api/contacts', headers: before })).statusCode).toBe(401);
    expect((await set(token, { newPassword: 'Outra bateria 43' })).json()).toMatchObject({
      errors: { token: 'wrongCode' },
    });
    expect((await letters()).map(({ subject }) => subject)).toContain('A senha da sua conta mudou');
  });

  it('is answered for in the language of whoever asks', async () => {
    await api.app.inject({
      ...{ method: 'POST', url: `/api/forgetpassword/${email}` },
      headers: { 'accept-language': 'en-GB,en' },
    });
    expect((await letters())[0]?.subject).toMatch(/^Code to reset your password: \d{6}$/);
  });

  it('of an address that nobody has is 404, and no letter', async () => {
    expect((await ask('nobody@example.org')).statusCode).toBe(404);
    expect(await letters()).toEqual([]);
  });

  it('of somebody whose company is deleted is nobody’s, as at the login, until it is restored', async () => {
    const context = { companyId, actor: { kind: 'system', id: 'test' } } as const;
    await api.reached((await api.desk.companies.remove(context)).position);
    expect((await ask()).statusCode).toBe(404);
    expect(await letters()).toEqual([]);
    await api.reached((await api.desk.companies.restore(context)).position);
    expect(await code()).toMatch(/^\d{6}$/);
  });

  it('can be set by the path too, as the specification has it', async () => {
    const token = await code();
    const url = `/api/resetpasswords/${email}/${token}/${encodeURIComponent(newPassword)}`;
    expect((await api.app.inject({ method: 'POST', url })).json()).toEqual({ status: 200 });
    expect((await signIn(newPassword)).statusCode).toBe(200);
  });

  it.each([
    ['tooSimple', 'cavalo bateria 42'],
    ['tooShort', 'Cav4'],
    ['tooShort', 'Xq7vLm2'],
    ['tooCommon', 'Password123'],
  ])('keeps to the rules of passwords (%s); the code stays good', async (problem, typed) => {
    const token = await code();
    for (let at = 0; at < 6; at++) {
      const refused = await set(token, { newPassword: typed });
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { errors: { newPassword: problem } }]);
    }
    expect((await set(token)).statusCode).toBe(200);
  });
});

describe('a code', () => {
  it('is worth five tries, also when they come at once', async () => {
    const token = await code();
    const answers = await Promise.all(Array.from({ length: 5 }, () => set(wrong(token))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
    expect((await set(token)).json()).toMatchObject({ errors: { token: 'wrongCode' } });
    expect((await signIn(password)).statusCode).toBe(200);
  });

  it('is used once by two who have it at the same moment', async () => {
    const token = await code();
    const answers = await Promise.all([set(token), set(token, { newPassword: 'Outra bateria 43' })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('is worth nothing once another was asked for, or the password was changed otherwise', async () => {
    const first = await code();
    const second = await code();
    if (first !== second) expect((await set(first)).statusCode).toBe(400);
    const { id } = (
      await api.readStore.allCompanies().find<UserDocument>('users', {
        where: { email },
        limit: 1,
      })
    )[0] as UserDocument;
    const headers = await api.signIn(email);
    const changed = await api.app.inject({
      ...{ method: 'PUT', url: `/api/users/${id}`, headers },
      payload: { password: 'Nova bateria 44', currentPassword: password },
    });
    expect(changed.statusCode).toBe(200);
    expect((await set(second)).json()).toMatchObject({ errors: { token: 'wrongCode' } });
  });

  it('a stranger who asks and guesses without end keeps nobody from the code that they asked for themselves', async () => {
    const from = (remoteAddress: string, url: string, payload?: object) =>
      api.app.inject({ method: 'POST', url, remoteAddress, ...(payload && { payload }) });
    const own = await code();
    for (let turn = 0; turn < 4; turn++) {
      const asked = await from('203.0.113.5', `/api/forgetpassword/${email}`);
      expect(asked.statusCode).toBe(turn < 3 ? 200 : 429);
      for (let guess = 0; guess < 6; guess++)
        await from('203.0.113.5', '/api/resetpasswords', { email, token: wrong(own), newPassword });
    }
    expect((await set(own)).statusCode).toBe(200);
  });

  it('that was used makes strangers of all browsers: the account may have been somebody else’s', async () => {
    const first = await signIn(password);
    const device = first.cookies.find(({ name, path }) => name === 'device' && path === '/api/auth')!;
    const [user] = await api.readStore
      .allCompanies()
      .find<UserDocument>('users', { where: { email }, limit: 1 });
    const { knownDevice } = await import('./devices.ts');
    const isKnown = () =>
      knownDevice(
        { app: api.app, state: api.state, config: { cookieSecure: false } as never },
        { cookies: { device: device.value } } as never,
        [user!.id],
      );
    expect(await isKnown()).toBeDefined();
    expect((await set(await code())).statusCode).toBe(200);
    expect(await isKnown()).toBeUndefined();
  });

  it('cannot be asked for without end, nor guessed at by asking for another', async () => {
    const seen: number[] = [];
    for (let at = 0; at < 4; at++) seen.push((await ask()).statusCode);
    expect(seen).toEqual([200, 200, 200, 429]);
  });

  it('stands neither in the store nor in the log of events', async () => {
    const token = await code();
    const stored = JSON.stringify(await api.state.list(''));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(email);
  });
});
