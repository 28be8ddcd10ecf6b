import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { password, startTestApi } from '../../testing/api.ts';
import { openidClient, startOpenidProvider } from '../../testing/openid/provider.ts';
import { hashPassword } from './passwords.ts';

const publicUrl = 'http://desk.localhost';
const callback = `${publicUrl}/api/auth/oidc/callback`;
let provider: Awaited<ReturnType<typeof startOpenidProvider>>;
/** Where who they are is asked for with a token, and where it stands in the id token. */
let usual: typeof provider;
let foreign: typeof provider;
let api: Awaited<ReturnType<typeof startTestApi>>;
let email = '';
let companyId = '';

beforeAll(async () => {
  [usual, foreign] = await Promise.all([startOpenidProvider(callback), startOpenidProvider(callback, true)]);
});
afterAll(() => Promise.all([usual.close(), foreign.close()]));
async function start(at: typeof provider) {
  provider = at;
  api = await startTestApi({
    publicUrl,
    oidc: { issuer: at.issuer, ...openidClient, label: 'Casa Lume' },
  });
  ({ companyId, email } = await api.company('Loja'));
}
beforeEach(() => start(usual));
afterEach(() => api.close());

/** Our way out: the address at the provider, and the cookie that the browser keeps. */
async function leave() {
  const answer = await api.app.inject({ url: '/api/auth/oidc/start' });
  const held = answer.cookies.find(({ name }) => name === 'oidc');
  return { url: String(answer.headers.location), cookie: `oidc=${held?.value}`, held };
}
/** Comes back to us with what the provider, or whoever stands between, put into the address. */
async function comeBack(address: string, cookie: string) {
  const { search } = new URL(address);
  const answer = await api.app.inject({
    url: `/api/auth/oidc/callback${search}`,
    headers: cookie === '' ? {} : { cookie },
  });
  const [, fragment = ''] = String(answer.headers.location).split('/oidc#');
  return new URLSearchParams(fragment);
}
const enter = (token: string | null, cookie: string) =>
  api.app.inject({
    ...{ method: 'POST', url: '/api/auth/oidc/session', payload: { token } },
    headers: { cookie },
  });
/** All of the way. */
async function signIn() {
  const { url, cookie } = await leave();
  const back = await comeBack(await provider.visit(url), cookie);
  const refused = back.get('error');
  return refused ? { refused, status: 0 } : arrived(await enter(back.get('token'), cookie));
}
function arrived(answer: Awaited<ReturnType<typeof enter>>) {
  const body = answer.json<{ token?: string; step?: string; challenge?: string; error?: string }>();
  return { refused: body.error, status: answer.statusCode, ...body };
}
const verified = (sub = 'ana-at-home') => ({ sub, email, email_verified: true });
const me = (token: string | undefined) =>
  api.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const events = async (type: string) =>
  (await api.standOf(companyId, [])).log.filter((event) => event.type === type);

describe('signing in by the provider', () => {
  it('goes out with PKCE, state and nonce, and comes back signed in as the user with the verified e-mail', async () => {
    expect((await api.app.inject({ url: '/api/auth/oidc' })).json()).toEqual({ label: 'Casa Lume' });
    provider.signsIn({ ...verified(), email: email.toUpperCase() });
    const { url, held } = await leave();
    const sent = new URL(url);
    expect(sent.origin).toBe(provider.issuer);
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: callback },
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    });
    expect(held).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/auth/oidc' });
    const { token, status } = await signIn();
    expect(status).toBe(200);
    expect((await me(token)).json()).toMatchObject({ email });
    expect((await events('UserIdentityLinked')).map(({ data }) => data)).toMatchObject([
      { issuer: provider.issuer, identity: expect.not.stringContaining('ana-at-home') },
    ]);
    expect((await events('UserLoggedIn')).at(-1)?.data).toMatchObject({ by: 'provider' });
  });

  it('ends the session before, as every login does', async () => {
    provider.signsIn(verified());
    const before = await api.signIn(email);
    await signIn();
    expect((await api.app.inject({ url: '/api/auth/me', headers: before })).statusCode).toBe(401);
  });

  it.each([
    ['an e-mail that the provider has not verified', { email_verified: false }],
    ['one of which it does not say', { email_verified: undefined }],
    ['one that it says of in words', { email_verified: 'true' as never }],
    ['an e-mail that nobody here has', { email: 'nobody@example.org' }],
    ['no e-mail', { email: undefined }],
  ])('nobody is let in by %s, and no account is made', async (_, given) => {
    provider.signsIn({ ...verified(), ...given } as never);
    expect((await signIn()).refused).toBe('ERR_PROVIDER_UNKNOWN_USER');
    expect(await events('UserIdentityLinked')).toEqual([]);
    expect(await api.readStore.allCompanies().count('users', {})).toBe(1);
  });

  it('is refused by an account whose own address nobody has confirmed: it may be a stranger’s who typed it', async () => {
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const typed = 'bia@example.org';
    const { position } = await api.desk.users.create(context, {
      name: 'Bia',
      email: typed,
      profile: 'user',
      passwordHash: await hashPassword(password),
      asksConfirmation: true,
    });
    await api.reached(position);
    provider.signsIn({ sub: 'bia-at-home', email: typed, email_verified: true });
    expect((await signIn()).refused).toBe('ERR_PROVIDER_UNKNOWN_USER');
    expect(await events('UserIdentityLinked')).toEqual([]);
  });

  it('stays with the account that was linked, whatever e-mails become', async () => {
    provider.signsIn(verified());
    const { token } = await signIn();
    const { id } = (await me(token)).json<{ id: string }>();
    // At the provider the address goes to somebody else: they are not let in by it.
    provider.signsIn(verified('somebody-else'));
    expect((await signIn()).refused).toBe('ERR_IDENTITY_TAKEN');
    // The first comes with another address, which may be a colleague's: they are who they were.
    provider.signsIn({ sub: 'ana-at-home', email: 'new@example.org', email_verified: true });
    expect((await me((await signIn()).token)).json()).toMatchObject({ id });
  });

  it('can be unlinked by an admin: then the next with this verified e-mail takes its place', async () => {
    provider.signsIn(verified());
    const { token } = await signIn();
    const headers = { authorization: `Bearer ${token}` };
    const { id } = (await me(token)).json<{ id: string }>();
    const unlinked = await api.app.inject({ method: 'DELETE', url: `/api/users/${id}/identity`, headers });
    expect(unlinked.statusCode).toBe(204);
    provider.signsIn(verified('ana-anew'));
    expect((await signIn()).status).toBe(200);
  });

  it('is not for super users: whoever runs the provider must not come to run the platform', async () => {
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const [user] = await api.readStore.forCompany(companyId).find('users', {});
    const { position } = await api.desk.users.update(context, { userId: user!.id, super: true });
    await api.reached(position);
    provider.signsIn(verified());
    expect((await signIn()).refused).toBe('ERR_PROVIDER_UNKNOWN_USER');
  });

  it('asks for our second step too, unless the provider asked for more than one thing itself', async () => {
    await api.close();
    await start(foreign);
    const headers = await api.signIn(email);
    const post = (url: string, payload: object) => api.app.inject({ method: 'POST', url, payload, headers });
    const begun = await post('/api/account/totp/enrolment', { currentPassword: password });
    const secret = Secret.fromBase32(begun.json<{ secret: string }>().secret);
    await post('/api/account/totp', { code: new TOTP({ secret }).generate() });
    provider.signsIn(verified());
    const first = await signIn();
    expect([first.step, first.token]).toEqual(['code', undefined]);
    const code = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
    const done = await post('/api/auth/totp', { challenge: first.challenge, code });
    expect((await me(done.json<{ token: string }>().token)).statusCode).toBe(200);
    provider.signsIn({ ...verified(), amr: ['pwd', 'mfa'] });
    expect(await signIn()).toMatchObject({ status: 200, token: expect.any(String) });
    expect((await events('UserLoggedIn')).at(-1)?.data).toMatchObject({ secondStep: 'provider' });
    // One thing alone, however strong it is called, is one thing.
    provider.signsIn({ ...verified(), amr: ['pwd'] });
    expect(await signIn()).toMatchObject({ step: 'code' });
  });
});

describe('an attack on the way', () => {
  beforeEach(() => provider.signsIn(verified()));
  const refusal = async (address: string, cookie: string) => (await comeBack(address, cookie)).get('error');

  it('with a state that is not ours, none, or another browser’s, is refused', async () => {
    const { url, cookie } = await leave();
    const back = new URL(await provider.visit(url));
    const other = await leave();
    // The victim's browser is led back with the attacker's code: it would be signed in as the attacker.
    expect(await refusal(back.href, other.cookie)).toBe('ERR_PROVIDER_REFUSED');
    // That was its only use.
    expect(await refusal(back.href, cookie)).toBe('ERR_PROVIDER_REFUSED');
    const again = await leave();
    const second = new URL(await provider.visit(again.url));
    second.searchParams.set('state', 'made-up');
    expect(await refusal(second.href, again.cookie)).toBe('ERR_PROVIDER_REFUSED');
    second.searchParams.delete('state');
    expect(await refusal(second.href, again.cookie)).toBe('ERR_PROVIDER_REFUSED');
    expect(await refusal(second.href, '')).toBe('ERR_PROVIDER_REFUSED');
  });

  it('with a code that was used, or that was made for another login, is refused', async () => {
    const first = await leave();
    const back = new URL(await provider.visit(first.url));
    expect((await comeBack(back.href, first.cookie)).get('token')).toBeTruthy();
    expect(await refusal(back.href, first.cookie)).toBe('ERR_PROVIDER_REFUSED');
    // A stolen code in the thief's own login: PKCE binds it to whoever left for it.
    const victim = await leave();
    const stolen = new URL(await provider.visit(victim.url)).searchParams.get('code') ?? '';
    const thief = await leave();
    const own = new URL(await provider.visit(thief.url));
    own.searchParams.set('code', stolen);
    expect(await refusal(own.href, thief.cookie)).toBe('ERR_PROVIDER_REFUSED');
  });

  it('from another issuer, also one that is mixed up with ours, is refused', async () => {
    foreign.signsIn(verified());
    const { url, cookie } = await leave();
    const swapped = new URL(url);
    const back = await foreign.visit(`${foreign.issuer}${swapped.pathname}${swapped.search}`);
    expect(new URL(back).searchParams.get('iss')).toBe(foreign.issuer);
    expect(await refusal(back, cookie)).toBe('ERR_PROVIDER_REFUSED');
    // As if it were ours that said so: its code is none of ours.
    const again = await leave();
    const posing = new URL(await foreign.visit(again.url.replace(provider.issuer, foreign.issuer)));
    posing.searchParams.set('iss', provider.issuer);
    expect(await refusal(posing.href, again.cookie)).toBe('ERR_PROVIDER_REFUSED');
    // And ours, said to be of somebody else.
    const third = await leave();
    const mixed = new URL(await provider.visit(third.url));
    mixed.searchParams.set('iss', foreign.issuer);
    expect(await refusal(mixed.href, third.cookie)).toBe('ERR_PROVIDER_REFUSED');
  });

  it('with the token of the way’s end is worth nothing twice, or in another browser', async () => {
    const first = await leave();
    const token = (await comeBack(await provider.visit(first.url), first.cookie)).get('token');
    const thief = await leave();
    expect((await enter(token, thief.cookie)).statusCode).toBe(401);
    expect((await enter(token, first.cookie)).statusCode).toBe(401);
    const second = await leave();
    const own = (await comeBack(await provider.visit(second.url), second.cookie)).get('token');
    expect((await enter(own, second.cookie)).statusCode).toBe(200);
    expect((await enter(own, second.cookie)).statusCode).toBe(401);
  });

  it('finds no code, verifier or token of it readable in the store', async () => {
    const { url, cookie } = await leave();
    const back = new URL(await provider.visit(url));
    const token = (await comeBack(back.href, cookie)).get('token') ?? 'none';
    const next = new URL((await leave()).url).searchParams;
    const ways = ['state', 'nonce'].map((name) => next.get(name) ?? 'none');
    const stored = JSON.stringify(await api.state.list(''));
    for (const hidden of [...ways, token, back.searchParams.get('code') ?? 'none', cookie.slice(5)])
      expect(stored).not.toContain(hidden);
  });
});

it('without a provider there is no label, and no way to it', async () => {
  const plain = await startTestApi();
  expect((await plain.app.inject({ url: '/api/auth/oidc' })).json()).toEqual({ label: null });
  expect((await plain.app.inject({ url: '/api/auth/oidc/start' })).statusCode).toBe(404);
  await plain.close();
});
