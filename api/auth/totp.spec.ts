import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '../../gateway/secrets/vault.ts';
import { password, startTestApi } from '../../testing/api.ts';

const minuteMs = 60_000;
const stepMs = 30_000;
let at = 0;
let api: Awaited<ReturnType<typeof startTestApi>>;
/** A second process on the same stores. */
let other: Awaited<ReturnType<typeof startTestApi>> | undefined;
let email = '';
let companyId = '';
let address = 0;

beforeEach(async () => {
  at = Date.parse('2026-11-20T12:00:00Z');
  api = await startTestApi({ now: () => new Date(at) });
  ({ companyId, email } = await api.company('Loja'));
});
afterEach(async () => {
  await other?.close();
  other = undefined;
  await api.close();
});

type Asked = { cookie?: string; from?: string; on?: { readonly app: (typeof api)['app'] } };
const post = (url: string, payload: object, headers: Record<string, string> = {}, asked: Asked = {}) =>
  (asked.on ?? api).app.inject({
    ...{ method: 'POST', url, payload },
    headers: { ...headers, ...(asked.cookie && { cookie: asked.cookie }) },
    remoteAddress: asked.from ?? `10.9.${++address}.1`,
  });
const login = (asked?: Asked) => post('/api/auth/login', { email, password }, {}, asked);
const challengeOf = async (asked?: Asked) => (await login(asked)).json<{ challenge: string }>().challenge;
const codeAt = (secret: string, time = at) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const secondStep = (challenge: string, code: string, more: object = {}, asked?: Asked) =>
  post('/api/auth/totp', { challenge, code, ...more }, {}, asked);
const events = async () => (await api.standOf(companyId, [])).log;

/** Turns it on for the admin; the clock moves on to a code that nobody has shown. */
async function enabled() {
  const admin = await api.signIn(email);
  const begun = await post('/api/account/totp/enrolment', { currentPassword: password }, admin);
  const { secret, uri } = begun.json<{ secret: string; uri: string }>();
  const confirmed = await post('/api/account/totp', { code: codeAt(secret) }, admin);
  at += stepMs;
  return { admin, secret, uri, codes: confirmed.json<{ codes: string[] }>().codes };
}
const bearer = (answer: { json<T>(): T }) => ({
  authorization: `Bearer ${answer.json<{ token: string }>().token}`,
});
const me = (headers: Record<string, string>) => api.app.inject({ url: '/api/auth/me', headers });

describe('a second step', () => {
  it('leaves neither its secret nor a recovery code in the stores, whatever key the calls bore', async () => {
    const admin = { ...(await api.signIn(email)), 'idempotency-key': 'one' };
    const begun = await post('/api/account/totp/enrolment', { currentPassword: password }, admin);
    const { secret } = begun.json<{ secret: string }>();
    const { codes } = (await post('/api/account/totp', { code: codeAt(secret) }, admin)).json<{
      codes: string[];
    }>();
    const kept = JSON.stringify(await api.standOf(companyId, ['']));
    for (const one of [secret, ...codes]) expect(kept).not.toContain(one);
    expect(codes).toHaveLength(10);
  });

  it('a code of a QR code that another window has replaced says so, and only then', async () => {
    const admin = await api.signIn(email);
    const begin = async () =>
      (await post('/api/account/totp/enrolment', { currentPassword: password }, admin)).json<{
        secret: string;
      }>().secret;
    const show = (secret: string) => post('/api/account/totp', { code: codeAt(secret) }, admin);
    const oldest = await begin();
    const older = await begin();
    const newest = await begin();
    expect((await show(older)).json()).toMatchObject({
      error: 'ERR_WRONG_CODE',
      errors: { code: 'newerCode' },
    });
    expect((await show(oldest)).json()).toMatchObject({ errors: { code: 'wrongCode' } });
    expect((await show(newest)).statusCode).toBe(200);
  });

  it('is turned on with password and a first code: ten codes to recover with, and an address for the app', async () => {
    const admin = await api.signIn(email);
    const refused = await post('/api/account/totp/enrolment', { currentPassword: 'wrong wrong' }, admin);
    expect(refused.json()).toMatchObject({ error: 'ERR_WRONG_PASSWORD' });
    const begun = await post('/api/account/totp/enrolment', { currentPassword: password }, admin);
    const { secret, uri } = begun.json<{ secret: string; uri: string }>();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Balc%C3%A3o:/);
    expect(uri).toContain(`secret=${secret}`);
    expect((await post('/api/account/totp', { code: wrong(codeAt(secret)) }, admin)).json()).toMatchObject({
      error: 'ERR_WRONG_CODE',
      errors: { code: 'wrongCode' },
    });
    // Nothing is in force yet.
    expect((await login()).json()).toHaveProperty('token');
    const again = await api.signIn(email);
    const { codes } = (await post('/api/account/totp', { code: codeAt(secret) }, again)).json<{
      codes: string[];
    }>();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const shown = await api.app.inject({ url: '/api/account/security', headers: again });
    expect(shown.json()).toMatchObject({ totp: { codesLeft: 10 }, required: false, linked: false });
  });

  it('asks for a code after the password: until then there is no session, only a challenge', async () => {
    const { admin, secret } = await enabled();
    const answer = await login();
    expect(answer.json()).toEqual({
      ...{ step: 'code', name: 'Ana', expiresIn: 300 },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.cookies).toEqual([]);
    // The session that stood still stands: knowing a password ends nothing.
    expect((await me(admin)).statusCode).toBe(200);
    const { challenge } = answer.json<{ challenge: string }>();
    expect((await me({ authorization: `Bearer ${challenge}` })).statusCode).toBe(401);
    const signedIn = await secondStep(challenge, codeAt(secret));
    expect((await me(bearer(signedIn))).statusCode).toBe(200);
    expect((await me(admin)).statusCode).toBe(401);
    const last = (await events()).filter(({ type }) => type === 'UserLoggedIn').at(-1);
    expect(last?.data).toMatchObject({ by: 'password', secondStep: 'code' });
  });

  it('of a company that has run out a password alone brings no token to pay by; the code does', async () => {
    const { secret } = await enabled();
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    await api.reached((await api.desk.companies.update(context, { dueDate: '2020-01-31' })).position);
    const answer = await login();
    expect(answer.json()).toMatchObject({ step: 'code' });
    expect(answer.json()).not.toHaveProperty('details');
    const { challenge } = answer.json<{ challenge: string }>();
    expect((await secondStep(challenge, wrong(codeAt(secret)))).json()).not.toHaveProperty('details.billing');
    expect((await secondStep(challenge, codeAt(secret))).json()).toMatchObject({
      error: 'ERR_COMPANY_EXPIRED',
      details: { billing: { expiresIn: 900 } },
    });
  });

  it('takes a code of a moment ago or ahead, never one twice, nor one of before it', async () => {
    const { secret } = await enabled();
    at += 10 * stepMs;
    const late = codeAt(secret, at - stepMs);
    const code = codeAt(secret);
    expect((await secondStep(await challengeOf(), codeAt(secret, at - 2 * stepMs))).statusCode).toBe(400);
    expect((await secondStep(await challengeOf(), codeAt(secret, at + 2 * stepMs))).statusCode).toBe(400);
    expect((await secondStep(await challengeOf(), code)).statusCode).toBe(200);
    expect((await secondStep(await challengeOf(), code)).json()).toMatchObject({ error: 'ERR_WRONG_CODE' });
    expect((await secondStep(await challengeOf(), late)).json()).toMatchObject({ error: 'ERR_WRONG_CODE' });
    expect((await secondStep(await challengeOf(), codeAt(secret, at + stepMs))).statusCode).toBe(200);
  });

  it('takes one code once, also of two processes asked at the same moment', async () => {
    const { secret } = await enabled();
    other = await startTestApi({ path: api.path, now: () => new Date(at) });
    const challenges = await Promise.all([challengeOf(), challengeOf({ on: other }), challengeOf()]);
    const code = codeAt(secret);
    const answers = await Promise.all(
      challenges.map((challenge, index) =>
        secondStep(challenge, code, {}, index === 1 ? { on: other! } : {}),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  it('the code that turned it on signs in nobody', async () => {
    const { secret } = await enabled();
    at -= stepMs;
    expect((await secondStep(await challengeOf(), codeAt(secret))).statusCode).toBe(400);
  });

  it('of five wrong codes a challenge is over, in every process, and the right one comes too late', async () => {
    const { secret } = await enabled();
    other = await startTestApi({ path: api.path, now: () => new Date(at) });
    const challenge = await challengeOf();
    const bad = wrong(codeAt(secret));
    const turns = [...Array(6).keys()];
    const answers = await Promise.all(
      turns.map((turn) => secondStep(challenge, bad, {}, turn % 2 ? { on: other! } : {})),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
    expect((await secondStep(challenge, codeAt(secret))).json()).toMatchObject({
      error: 'ERR_CHALLENGE_OVER',
    });
    // Three in a row are told of, once an hour, however many there are.
    const told = (await events()).filter(({ type }) => type === 'UserLoginRefused');
    expect(told).toHaveLength(1);
    expect(told[0]?.data).toMatchObject({ step: 'code' });
  });

  it('however many challenges who knows the password asks for, tries are limited from everywhere', async () => {
    const { secret } = await enabled();
    const bad = wrong(codeAt(secret));
    let refused = 0;
    for (let turn = 0; turn < 40 && refused === 0; turn++) {
      const answer = await secondStep(await challengeOf(), bad);
      if (answer.statusCode === 429) refused = turn;
    }
    expect(refused).toBeGreaterThan(10);
    expect(refused).toBeLessThan(25);
  });

  it('a challenge is good for one login, five minutes, and under the password it was made with', async () => {
    const { secret, admin } = await enabled();
    const used = await challengeOf();
    expect((await secondStep(used, codeAt(secret))).statusCode).toBe(200);
    at += stepMs;
    expect((await secondStep(used, codeAt(secret))).statusCode).toBe(401);
    const [held] = await api.state.list('login-challenge/');
    expect(held).toBeUndefined();
    const stale = await challengeOf();
    const [entry] = await api.state.list('login-challenge/');
    expect(JSON.stringify(entry)).not.toContain(stale);
    expect((entry?.expiresAt ?? 0) - (await api.state.now())).toBeLessThanOrEqual(5 * minuteMs);
    expect(admin).toBeDefined();
    const signedIn = bearer(await secondStep(await challengeOf(), codeAt(secret)));
    const { id } = (await me(signedIn)).json<{ id: string }>();
    const changed = await api.app.inject({
      ...{ method: 'PUT', url: `/api/users/${id}`, headers: signedIn },
      payload: { password: 'another horse 43', currentPassword: password },
    });
    expect(changed.statusCode).toBe(200);
    at += stepMs;
    expect((await secondStep(stale, codeAt(secret))).json()).toMatchObject({ error: 'ERR_CHALLENGE_OVER' });
  });

  it('each recovery code signs in once, also of two at the same moment, however it is written', async () => {
    const { codes } = await enabled();
    const [first = '', second = ''] = codes;
    const challenges = await Promise.all([challengeOf(), challengeOf()]);
    const answers = await Promise.all(challenges.map((challenge) => secondStep(challenge, first)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await secondStep(await challengeOf(), first)).json()).toMatchObject({ error: 'ERR_WRONG_CODE' });
    const written = second.toUpperCase().replace('-', ' ');
    expect((await secondStep(await challengeOf(), written)).statusCode).toBe(200);
    const used = (await events()).filter(({ type }) => type === 'UserRecoveryCodeUsed');
    expect(used.map(({ data }) => data)).toMatchObject([
      { code: 0, left: 9 },
      { code: 1, left: 8 },
    ]);
  });

  it('gives ten other recovery codes for password and code: those before are worth nothing, the app stays', async () => {
    const { admin, secret, codes } = await enabled();
    const renew = (currentPassword: string, code: string) =>
      post('/api/account/totp/codes', { currentPassword, code }, admin);
    expect((await renew('wrong wrong', codeAt(secret))).statusCode).toBe(400);
    expect((await renew(password, wrong(codeAt(secret)))).statusCode).toBe(400);
    const renewed = await renew(password, codes[0] ?? '');
    const others = renewed.json<{ codes: string[] }>().codes;
    expect(new Set([...codes, ...others]).size).toBe(20);
    expect(await api.state.list('totp/')).toHaveLength(1);
    const security = await api.app.inject({ url: '/api/account/security', headers: admin });
    expect(security.json()).toMatchObject({ totp: { codesLeft: 10 } });
    expect((await secondStep(await challengeOf(), codes[1] ?? '')).statusCode).toBe(400);
    expect((await secondStep(await challengeOf(), others[0] ?? '')).statusCode).toBe(200);
    expect((await secondStep(await challengeOf(), codeAt(secret))).statusCode).toBe(200);
    // A code of now is taken once, also for this.
    const again = bearer(await secondStep(await challengeOf(), others[1] ?? ''));
    const spent = await post(
      '/api/account/totp/codes',
      { currentPassword: password, code: codeAt(secret) },
      again,
    );
    expect(spent.statusCode).toBe(400);
  });

  it('gives ten codes that are good, and keeps the app, also for a second call under one Idempotency-Key', async () => {
    const { admin, secret, codes } = await enabled();
    const headers = { ...admin, 'idempotency-key': 'one' };
    const renew = (code = '') =>
      post('/api/account/totp/codes', { currentPassword: password, code }, headers);
    await renew(codes[0]);
    const again = (await renew(codeAt(secret))).json<{ codes: string[] }>();
    at += stepMs;
    expect((await secondStep(await challengeOf(), again.codes[0] ?? '')).statusCode).toBe(200);
    expect((await secondStep(await challengeOf(), codeAt(secret))).statusCode).toBe(200);
  });

  it('is not asked for again for thirty days on a browser that was told so, nor of anybody else there', async () => {
    const { secret } = await enabled();
    const arrive = async (more: object) => {
      const { cookies } = await secondStep(await challengeOf(), codeAt(secret), more);
      at += stepMs;
      return `device=${cookies.find(({ name }) => name === 'device')!.value}`;
    };
    const untold = await arrive({});
    expect((await login({ cookie: untold })).json()).toHaveProperty('challenge');
    const cookie = await arrive({ trust: true });
    expect((await login({ cookie })).json()).toHaveProperty('token');
    expect((await login()).json()).toHaveProperty('challenge');
    const [held] = await api.state.list('trusted-device/');
    const days = ((held?.expiresAt ?? 0) - (await api.state.now())) / (24 * 60 * minuteMs);
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThanOrEqual(30);
    const colleague = `bia-${companyId}@example.org`;
    const admin = bearer(await login({ cookie }));
    await post('/api/users', { name: 'Bia', email: colleague, password, profile: 'user' }, admin);
    const asBia = { email: colleague, password };
    expect((await post('/api/auth/login', asBia, {}, { cookie })).json()).toHaveProperty('token');
  });

  it('is turned off with password and code, and then a password is enough', async () => {
    const { secret } = await enabled();
    const trusted = await secondStep(await challengeOf(), codeAt(secret), { trust: true });
    const admin = bearer(trusted);
    at += stepMs;
    const off = (currentPassword: string, code: string) =>
      post('/api/account/totp/off', { currentPassword, code }, admin);
    expect((await off('wrong wrong', codeAt(secret))).statusCode).toBe(400);
    expect((await off(password, wrong(codeAt(secret)))).statusCode).toBe(400);
    expect((await login()).json()).toHaveProperty('challenge');
    expect((await off(password, codeAt(secret))).statusCode).toBe(204);
    expect((await login()).json()).toHaveProperty('token');
    expect(await api.state.list('totp/')).toEqual([]);
    expect(await api.state.list('trusted-device/')).toEqual([]);
    expect((await events()).map(({ type }) => type)).toContain('UserTotpDisabled');
  });

  it('goes with whom it belongs to: nothing of its secret stays in the store', async () => {
    const { admin } = await enabled();
    const colleague = `bia-${companyId}@example.org`;
    const made = await post(
      '/api/users',
      { name: 'Bia', email: colleague, password, profile: 'user' },
      admin,
    );
    const { id } = made.json<{ id: string }>();
    const own = await api.signIn(colleague);
    const begun = await post('/api/account/totp/enrolment', { currentPassword: password }, own);
    await post('/api/account/totp', { code: codeAt(begun.json<{ secret: string }>().secret) }, own);
    expect(await api.state.list('totp/')).toHaveLength(2);
    await api.app.inject({ method: 'DELETE', url: `/api/users/${id}`, headers: admin });
    expect(await api.state.list('totp/')).toHaveLength(1);
  });

  it('an admin takes a colleague’s away, nobody their own, nor an agent anybody’s', async () => {
    const { admin } = await enabled();
    const make = (name: string) =>
      post(
        '/api/users',
        { name, email: `${name}-${companyId}@example.org`, password, profile: 'user' },
        admin,
      );
    const bia = (await make('Bia')).json<{ id: string }>().id;
    const as = async (name: string) =>
      bearer(await post('/api/auth/login', { email: `${name}-${companyId}@example.org`, password }));
    const own = await as('Bia');
    const begun = await post('/api/account/totp/enrolment', { currentPassword: password }, own);
    await post('/api/account/totp', { code: codeAt(begun.json<{ secret: string }>().secret) }, own);
    const reset = (id: string, headers: Record<string, string>) =>
      api.app.inject({ method: 'DELETE', url: `/api/users/${id}/totp`, headers });
    expect((await reset(bia, own)).statusCode).toBe(403);
    const ana = (await me(admin)).json<{ id: string }>().id;
    expect((await reset(ana, admin)).json()).toMatchObject({ error: 'ERR_OWN_USER' });
    const shown = async (headers: Record<string, string>) =>
      (await api.app.inject({ url: `/api/users/${bia}`, headers })).json<{ secondStep?: boolean }>()
        .secondStep;
    // Who has none is for admins to see, and for nobody to find out.
    expect([await shown(admin), await shown(own)]).toEqual([true, undefined]);
    expect((await reset(bia, admin)).statusCode).toBe(204);
    expect(await shown(admin)).toBe(false);
    expect(await as('Bia')).toBeDefined();
    const told = (await events()).filter(({ type }) => type === 'UserTotpDisabled').at(-1);
    expect(told?.metadata.actor).toMatchObject({ id: ana });
  });

  it('no secret and no code stands in events, read models or, readable, in the state store', async () => {
    const { secret, codes } = await enabled();
    await secondStep(await challengeOf(), codes[3] ?? '');
    const stand = await api.standOf(companyId, []);
    const all = JSON.stringify([stand, await api.state.list('')]);
    expect(all).toContain('UserTotpEnabled');
    const plainCodes = codes.map((code) => code.replace('-', ''));
    for (const hidden of [secret, ...codes, ...plainCodes]) expect(all).not.toContain(hidden);
    // Nor does who has the key of the installation read a code: what they could sign in with is an app's alone.
    const [held] = await api.state.list<{ readonly sealed: string }>('totp/');
    const opened = createVault(api.gateway.secretKey).open(held!.key, held!.value.sealed);
    expect(opened).toContain(secret);
    for (const code of [...codes, ...plainCodes]) expect(opened).not.toContain(code);
  });
});

describe('a company that asks for a second step', () => {
  const require = (value: string, headers: Record<string, string>) =>
    api.app.inject({ method: 'PUT', url: '/api/settings/requireTotp', headers, payload: { value } });

  it('lets nobody in before an app is set up: the first login goes there, and ends signed in', async () => {
    await require('all', await api.signIn(email));
    const answer = await login();
    expect(answer.json()).toMatchObject({ step: 'enrol' });
    const { challenge } = answer.json<{ challenge: string }>();
    // A challenge to set up is none to sign in with, and the other way round.
    expect((await secondStep(challenge, '123456')).json()).toMatchObject({ error: 'ERR_CHALLENGE_OVER' });
    const begun = await post('/api/auth/totp/enrolment', { challenge });
    const { secret } = begun.json<{ secret: string }>();
    const confirm = (code: string) => post('/api/auth/totp/confirmation', { challenge, code });
    expect((await confirm(wrong(codeAt(secret)))).statusCode).toBe(400);
    const confirmed = await confirm(codeAt(secret));
    expect(confirmed.json<{ codes: string[] }>().codes).toHaveLength(10);
    expect((await me(bearer(confirmed))).statusCode).toBe(200);
    at += stepMs;
    expect((await login()).json()).toMatchObject({ step: 'code' });
    const off = await post(
      '/api/account/totp/off',
      { currentPassword: password, code: codeAt(secret) },
      bearer(confirmed),
    );
    expect(off.json()).toMatchObject({ error: 'ERR_TOTP_REQUIRED' });
  });

  it('asks admins only where it says so', async () => {
    const admin = await api.signIn(email);
    const bia = { email: `bia-${companyId}@example.org`, password };
    await post('/api/users', { name: 'Bia', ...bia, profile: 'user' }, admin);
    await require('admins', admin);
    expect((await login()).json()).toMatchObject({ step: 'enrol' });
    expect((await post('/api/auth/login', bia)).json()).toHaveProperty('token');
  });

  it('ends sessions that began without one at their next renewal', async () => {
    const first = await login();
    await require('all', bearer(first));
    const refresh = first.cookies.find(({ name }) => name === 'refresh')!;
    const renewed = await api.app.inject({
      ...{ method: 'POST', url: '/api/auth/refresh_token' },
      cookies: { refresh: refresh.value },
    });
    expect(renewed.statusCode).toBe(401);
  });
});
