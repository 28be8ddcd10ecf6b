import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompanyView } from '../../contract/company.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { nameKey } from '../../domain/text/name-key.ts';
import { createVault } from '../../gateway/secrets/vault.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { startTestApi } from '../../testing/api.ts';
import { makePlan } from '../../testing/plan.ts';
import { trialEnd } from './input.ts';

const vault = createVault('a secret of at least thirty-two characters');
const platform = { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } as const };
const password = 'girassol amarelo 73';

/** One over the other: with a mail server, and without. */
const start = async (mailFolder?: string) => {
  const api = await startTestApi({
    log: (await import('pino')).pino({ level: 'error' }),
    publicUrl: 'https://desk.example.com',
    trustProxy: 1,
    mailFolder,
  });
  await api.desk.companies.create(platform, { name: 'Plataforma' });
  const set = async (key: string, value: string) =>
    api.reached((await api.desk.companies.setSetting(platform, { key, value })).position);
  const { id: planId } = await makePlan(api.desk, { name: 'Profissional', users: 2, value: 99 });
  const internal = await makePlan(api.desk, { useInternal: false });
  await set('allowregister', 'enabled');
  await api.reached(internal.position);
  let network = 0;
  const call = async (
    url: string,
    payload: object,
    headers: Record<string, string> = { 'x-forwarded-for': `203.0.${++network >> 8}.${network & 255}` },
  ) => {
    const answer = await api.app.inject({ method: 'POST', url: `/api${url}`, payload, headers });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  const bodyOf = (name: string, more: object = {}) => ({
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
    phone: '(11) 95550-0166',
    password,
    planId,
    ...more,
  });
  const signUp = (name: string, more: object = {}, headers?: Record<string, string>) =>
    call('/companies/cadastro', bodyOf(name, more), headers);
  const companiesNamed = (name: string) =>
    api.readStore.allCompanies().find<CompanyDocument>('companies', { where: { nameKey: nameKey(name) } });
  const login = (email: string) => call('/auth/login', { email, password });
  const lettersTo = async (address: string) =>
    (await api.state.list<WaitingMail>(waitingMails))
      .toSorted((a, b) => a.version - b.version)
      .map(({ key, value }) => openMail(vault, key, value))
      .filter(({ to }) => to === address);
  return { api, call, set, signUp, companiesNamed, login, lettersTo, planId, internalId: internal.id };
};

describe('a sign-up without a mail server', () => {
  let on: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    on = await start('/tmp/nowhere');
  }, 30_000);
  afterAll(() => on.api.close());

  it('makes a company on trial with its first admin, who signs in at once', async () => {
    const answer = await on.signUp('Padaria Sol');
    expect(answer).toMatchObject({ status: 201, body: { confirmEmail: false } });
    const { status, body } = await on.login('padaria.sol@example.org');
    expect([status, body.user.profile, body.user.company.name]).toEqual([200, 'admin', 'Padaria Sol']);
    const [company] = await on.companiesNamed('Padaria Sol');
    expect(company).toMatchObject({
      ...{ phone: '11955500166', recurrence: 'MENSAL', trial: true, active: true, planId: on.planId },
      dueDate: trialEnd(new Date(), 'America/Sao_Paulo', 3),
    });
    expect(company?.settings.campaignsEnabled ?? 'true').toBe('true');
  });

  it('what a client says of due date, status and recurrence changes nothing; the setting decides the trial', async () => {
    await on.set('trial', '7');
    const said = { dueDate: '2099-12-31', status: true, recurrence: 'ANUAL', campaignsEnabled: false };
    await on.signUp('Bar Sete', { ...said, timeZone: 'America/Manaus' });
    await on.set('trial', '3');
    const [company] = await on.companiesNamed('Bar Sete');
    expect(company).toMatchObject({
      ...{ recurrence: 'MENSAL', trial: true, active: true, timeZone: 'America/Manaus' },
      dueDate: trialEnd(new Date(), 'America/Manaus', 7),
    });
    expect(company?.settings.campaignsEnabled ?? 'true').toBe('true');
  });

  it('a plan that costs nothing has no trial, and no day after which nobody could pay for it', async () => {
    const free = await makePlan(on.api.desk, { value: 0 });
    await on.api.reached(free.position);
    const answer = await on.signUp('Horta da Vila', { planId: free.id });
    expect(answer).toMatchObject({ status: 201, body: { dueDate: null } });
    const [company] = await on.companiesNamed('Horta da Vila');
    expect(company).toMatchObject({ trial: false, dueDate: null, active: true });
  });

  it('who recommended us is kept where there is such a company', async () => {
    const [friend] = await on.companiesNamed('Padaria Sol');
    await on.signUp('Loja Um', { companyId: friend?.id });
    await on.signUp('Loja Dois', { companyId: 'nobody' });
    const [recommended] = await on.companiesNamed('Loja Um');
    expect(recommended?.recommendedBy).toBe(friend?.id);
    const url = `/api/companies/${recommended?.id}`;
    const seenBy = async (headers: { authorization: string }) =>
      (await on.api.app.inject({ url, headers })).json<CompanyView>().recommendedBy;
    const own = (await on.login('loja.um@example.org')).body.token;
    expect([await seenBy(await on.api.root()), await seenBy({ authorization: `Bearer ${own}` })]).toEqual([
      ...[friend?.id, null],
    ]);
    expect((await on.companiesNamed('Loja Dois'))[0]?.recommendedBy).toBeNull();
  });

  it.each([
    [{ name: 'A' }, 'name'],
    [{ name: 'A'.repeat(51) }, 'name'],
    [{ email: 'bia@' }, 'email'],
    [{ phone: '119555001667' }, 'phone'],
    [{ phone: '11955' }, 'phone'],
    [{ password: '1234567' }, 'password'],
    [{ password: 'senha123' }, 'password'],
    [{ password: undefined }, 'password'],
    [{ planId: 'nothing' }, 'planId'],
    [{ planId: undefined }, 'planId'],
    [{ phone: 'abc' }, 'phone'],
    [{ phone: '123' }, 'phone'],
  ])('%j is refused at its field', async (given, field) => {
    const { status, body } = await on.signUp('Recusada', given);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    expect(await on.companiesNamed('Recusada')).toEqual([]);
  });

  it('an internal plan is refused like one that there is not', async () => {
    const { status, body } = await on.signUp('Recusada', { planId: on.internalId });
    expect([status, body.errors]).toEqual([400, { planId: 'invalid' }]);
  });

  it('a name and an address that somebody has are refused at their fields', async () => {
    const named = await on.signUp('PADARIA  sól', { email: 'eva@example.org' });
    expect([named.status, named.body.errors]).toEqual([409, { name: 'ERR_ALREADY_EXISTS' }]);
    const addressed = await on.signUp('Outra', { email: 'Padaria.Sol@example.org' });
    expect([addressed.status, addressed.body.errors]).toEqual([409, { email: 'ERR_EMAIL_ALREADY_EXISTS' }]);
    expect(await on.companiesNamed('Outra')).toEqual([]);
  });

  it('repeated under its Idempotency-Key it is the same company', async () => {
    const again = () => on.signUp('Duas Vezes', {}, { 'idempotency-key': 'one-and-the-same' });
    const answers = [await again(), await again()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await on.companiesNamed('Duas Vezes')).toHaveLength(1);
    const other = await on.signUp('Duas Vezes', { phone: '' }, { 'idempotency-key': 'one-and-the-same' });
    expect(other.status).toBe(409);
  });

  it('is refused where the platform takes none', async () => {
    await on.set('allowregister', 'disabled');
    const { status, body } = await on.signUp('Fechada');
    await on.set('allowregister', 'enabled');
    expect([status, body.error]).toEqual([403, 'ERR_USER_CREATION_DISABLED']);
    expect(await on.companiesNamed('Fechada')).toEqual([]);
  });

  it('one network makes ten an hour, one address is tried five times, in every process', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const from = [];
    for (let at = 0; at < 11; at++) from.push((await on.signUp(`Rede ${at}`, {}, headers)).status);
    expect(from).toEqual([...Array(10).fill(201), 429]);
    const of = [];
    for (let at = 0; at < 6; at++)
      of.push((await on.signUp(`Tentativa ${at}`, { email: 'padaria.sol@example.org' })).status);
    expect(of.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(of.at(-1)).toBe(429);
    expect((await on.signUp('Rede 99')).status).toBe(201);
  });
});

describe('a sign-up with a mail server', () => {
  let on: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    on = await start();
  }, 30_000);
  afterAll(() => on.api.close());
  const linkIn = (text = '') => /https:\/\/desk\.example\.com\/confirmar\/(\S+)/.exec(text)?.[1] ?? '';

  it('is confirmed before the first login, by the link that is mailed', async () => {
    expect((await on.signUp('Casa Lume')).body).toMatchObject({ confirmEmail: true });
    const email = 'casa.lume@example.org';
    const refused = await on.login(email);
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_EMAIL_NOT_CONFIRMED']);
    const [letter] = await on.lettersTo(email);
    const token = linkIn(letter?.text);
    expect(await on.call('/auth/confirm', { token })).toMatchObject({ status: 200, body: { email } });
    expect((await on.call('/auth/confirm', { token })).body.error).toBe('ERR_LINK_EXPIRED');
    expect((await on.login(email)).status).toBe(200);
  });

  it('a wrong password is told nothing of that, and a link is mailed again to who asks', async () => {
    await on.signUp('Casa Nova');
    const email = 'casa.nova@example.org';
    const wrong = await on.call('/auth/login', { email, password: 'something else' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'ERR_INVALID_CREDENTIALS']);
    expect((await on.call('/auth/confirm/again', { email })).status).toBe(200);
    expect((await on.call('/auth/confirm/again', { email: 'ninguem@example.org' })).status).toBe(200);
    const letters = await on.lettersTo(email);
    expect(letters).toHaveLength(2);
    expect((await on.call('/auth/confirm', { token: linkIn(letters[1]?.text) })).status).toBe(200);
    await on.call('/auth/confirm/again', { email });
    expect(await on.lettersTo(email)).toHaveLength(2);
  });

  it('who resets the password with a mailed code has confirmed the address', async () => {
    await on.signUp('Casa Velha');
    const email = 'casa.velha@example.org';
    const here = { 'x-forwarded-for': '198.51.100.20' };
    await on.call(`/forgetpassword/${email}`, {}, here);
    const token = (await on.lettersTo(email)).flatMap(({ subject }) => /\d{6}/.exec(subject) ?? [])[0];
    const newPassword = 'Girassol amarelo 74';
    expect((await on.call('/resetpasswords', { email, token, newPassword }, here)).status).toBe(200);
    expect((await on.call('/auth/login', { email, password: newPassword })).status).toBe(200);
  });

  it('does not tell that an address has an account: its owner is told, and nothing is made', async () => {
    await on.signUp('Primeira');
    const email = 'primeira@example.org';
    const [fresh, known] = [await on.signUp('Segunda'), await on.signUp('Terceira', { email })];
    expect(known).toEqual(fresh);
    await on.signUp('Terceira', { email });
    expect(await on.companiesNamed('Terceira')).toEqual([]);
    const letters = await on.lettersTo(email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Confirme o seu e-mail no Balcão',
      'Este e-mail já tem uma conta no Balcão',
    ]);
    expect((await on.signUp('Primeira', { email })).status).toBe(409);
    expect((await on.signUp('Primeira', { email: 'eva@example.org' })).status).toBe(409);
  });
});

it.each([
  ['2026-11-21T15:00:00Z', 'America/Sao_Paulo', 3, '2026-11-24'],
  ['2026-11-22T02:59:00Z', 'America/Sao_Paulo', 3, '2026-11-24'],
  ['2026-11-22T03:00:00Z', 'America/Sao_Paulo', 1, '2026-11-23'],
  ['2026-12-31T03:30:00Z', 'America/Manaus', 7, '2027-01-06'],
])('a trial that begins at %s in %s for %i days ends on %s', (now, zone, days, end) => {
  expect(trialEnd(new Date(now), zone, days)).toBe(end);
});
