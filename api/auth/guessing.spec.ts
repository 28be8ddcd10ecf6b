import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createAttempts, freeOfAccount, waitMs } from './attempts.ts';

const password = 'correct horse 42';

describe('an api behind one proxy', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let email = '';
  const proxy = '10.0.0.1';
  beforeAll(async () => {
    api = await startTestApi({ trustProxy: 1 });
    ({ email } = await api.company('Ours'));
  });
  afterAll(() => api.close());

  /** As a proxy passes it on that appends the address it was asked from to what the client wrote. */
  const login = async (from: string, given: string, invented = '') => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: proxy,
      headers: { 'x-forwarded-for': invented ? `${invented}, ${from}` : from },
      payload: { email, password: given },
    });
    return answer.statusCode;
  };

  it('counts by the address that the proxy names, whatever the client says of itself', async () => {
    const guesses: number[] = [];
    for (let turn = 0; turn < 12; turn++)
      guesses.push(await login('203.0.113.7', 'wrong wrong', `10.0.0.${turn}`));
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('who guesses a password is told of in the user’s events, once an hour', async () => {
    const { companyId, email: guessed } = await api.company('Guessed');
    const guess = () =>
      api.app.inject({
        ...{ method: 'POST', url: '/api/auth/login', remoteAddress: proxy },
        headers: { 'x-forwarded-for': '203.0.113.99' },
        payload: { email: guessed, password: 'wrong wrong' },
      });
    const refusals = async () =>
      (await api.standOf(companyId, [])).log.filter(({ type }) => type === 'UserLoginRefused');
    for (let turn = 0; turn < 10; turn++) await guess();
    // A wrong password now and then is nobody's news.
    expect(await refusals()).toEqual([]);
    for (let turn = 0; turn < 5; turn++) await guess();
    expect(await refusals()).toMatchObject([
      { data: { step: 'password', tries: 10 }, metadata: { actor: { kind: 'system' } } },
    ]);
    expect(JSON.stringify(await refusals())).not.toContain('203.0.113.99');
  });

  it('lets nobody lock another address out by naming it', async () => {
    for (let turn = 0; turn < 10; turn++) await login('192.0.2.66', 'wrong wrong', '198.51.100.20');
    expect(await login('198.51.100.20', password)).toBe(200);
  });
});

describe('passwords guessed from many addresses', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  const login = (email: string, given: string, remoteAddress: string, cookies: Record<string, string> = {}) =>
    api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      cookies,
      payload: { email, password: given },
    });
  const attack = async (email: string) => {
    for (let turn = 0; turn <= freeOfAccount; turn++) await login(email, 'wrong wrong', `203.0.${turn}.7`);
  };

  it('have strangers to the account wait, and not who has signed in on that browser before', async () => {
    const { email } = await api.company('Ours');
    const { email: another } = await api.company('Theirs');
    const first = await login(email, password, '10.3.0.1');
    const device = first.cookies.find(({ name }) => name === 'device')!;
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth' });
    await attack(email);
    const stranger = await login(email, password, '10.3.0.2');
    expect([stranger.statusCode, stranger.json().error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(email, password, '10.3.0.3', { device: device.value })).statusCode).toBe(200);
    // Known to one account is a stranger to another; and what is not of ours is nobody's.
    await attack(another);
    expect((await login(another, password, '10.3.0.4', { device: device.value })).statusCode).toBe(429);
    expect((await login(another, password, '10.3.0.5', { device: `${device.value}x` })).statusCode).toBe(429);
  });

  it('are counted for a known browser too: a copied cookie opens ten doors in ten minutes, not all', async () => {
    const { email } = await api.company('Copied');
    const device = (await login(email, password, '10.4.0.1')).cookies.find(({ name }) => name === 'device')!;
    const answers: number[] = [];
    for (let turn = 0; turn < 12; turn++)
      answers.push(
        (await login(email, 'wrong wrong', `10.4.1.${turn}`, { device: device.value })).statusCode,
      );
    expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
  });
});

describe('the wait of an account', () => {
  it('doubles from two seconds to a quarter of an hour', () => {
    expect([1, 20, 21, 22, 23, 40, 5_000].map(waitMs)).toEqual([0, 0, 2_000, 4_000, 8_000, 900_000, 900_000]);
  });

  it('is over by itself, and is not forgiven by a login in between', async () => {
    let now = 1_000_000;
    const attempts = createAttempts(createInMemoryStateStore(() => now));
    let number = 0;
    const guess = () =>
      attempts.begin({ email: 'ana@example.org', address: `a${number++}`, device: undefined });
    for (let turn = 0; turn <= freeOfAccount; turn++) await guess();
    await expect(guess()).rejects.toMatchObject({
      code: 'ERR_TOO_MANY_REQUESTS',
      details: { retryAfter: 2 },
    });
    now += 2_001;
    const owner = { email: 'ana@example.org', address: 'home', device: undefined };
    await attempts.begin(owner);
    await attempts.succeeded(owner);
    // Nor does the owner's own login cost anything.
    await guess();
    await expect(guess()).rejects.toMatchObject({ details: { retryAfter: 4 } });
    now += 25 * 3_600_000;
    await guess();
    await guess();
  });
});
