import { afterEach, expect, it } from 'vitest';
import { createVault } from '../../gateway/secrets/vault.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { deviceName } from './user-agent.ts';

let api: Awaited<ReturnType<typeof startTestApi>> | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const started = () => {
  if (!api) throw new Error('the API has not started');
  return api;
};
const signIn = (email: string, headers: Record<string, string> = {}) =>
  started().app.inject({
    ...{ method: 'POST', url: '/api/auth/login', payload: { email, password } },
    headers: { 'user-agent': chrome, ...headers },
  });
const letters = async () =>
  (await started().state.list<WaitingMail>(waitingMails)).map(({ key, value }) =>
    openMail(createVault(started().gateway.secretKey), key, value),
  );
it('a sign-in on a device that is not known is told by mail: not the first, nor one on a known device, and once an hour', async () => {
  api = await startTestApi({ publicUrl: 'https://desk.example.com' });
  const { email } = await started().company('Loja');
  const first = await signIn(email);
  expect(await letters()).toEqual([]);
  const device = first.cookies.find(({ name }) => name.includes('device'))!;
  await signIn(email, { cookie: `${device.name}=${device.value}` });
  expect(await letters()).toEqual([]);
  await signIn(email);
  await signIn(email);
  const told = await letters();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ to: email, subject: 'Novo acesso à sua conta' });
  expect(told[0]?.text).toContain('Chrome, Windows');
  expect(told[0]?.text).toContain('https://desk.example.com/forgetpsw');
});

it('who signed in on a known device only, for however long, is told of the first stranger', async () => {
  api = await startTestApi();
  const { email } = await started().company('Loja');
  const device = (await signIn(email)).cookies.find(({ name }) => name.includes('device'))!;
  // As it is after an update from a version that did not mark it.
  for (const { key } of await started().state.list('signed-in/')) await started().state.delete(key);
  await signIn(email, { cookie: `${device.name}=${device.value}` });
  await signIn(email);
  const told = await letters();
  expect(told).toHaveLength(1);
  // Nobody said where people come here: half an address would lead nowhere.
  expect(told[0]?.text).not.toContain('forgetpsw');
  for (const { expiresAt } of await started().state.list('signed-in/')) expect(expiresAt).toBeUndefined();
});

it('without a mail server nobody would read it: it is not written', async () => {
  api = await startTestApi({ mailFolder: '/nowhere' });
  const { email } = await started().company('Loja');
  for (let at = 0; at < 3; at++) {
    expect((await signIn(email)).statusCode).toBe(200);
  }
  expect(await letters()).toEqual([]);
});

it.each([
  [chrome, 'Chrome, Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
  ['curl/8.5', '?'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
