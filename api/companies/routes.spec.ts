import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompanyView } from '../../contract/company.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { createVault } from '../../gateway/secrets/vault.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { makePlan } from '../../testing/plan.ts';
import { hashPassword } from '../auth/passwords.ts';

const secret = 'girassol amarelo 73';
const hours = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:00', endTime: '17:00' }];
type Header = { authorization: string };

describe('companies', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let root: Header;
  let admin: Header;
  let agent: Header;
  let ownId = '';
  let planId = '';
  let made = 0;
  beforeAll(async () => {
    api = await startTestApi();
    root = await api.root();
    const own = await api.company('Ours');
    ownId = own.companyId;
    admin = await api.signIn(own.email);
    const { position } = await api.desk.users.create(
      { companyId: ownId, actor: { kind: 'system', id: 'test' } },
      {
        name: 'Bia',
        email: 'bia@ours.example',
        profile: 'user',
        passwordHash: await hashPassword(password),
      },
    );
    await api.reached(position);
    agent = await api.signIn('bia@ours.example');
    const plan = await makePlan(api.desk, { name: 'Profissional', users: 3 });
    planId = plan.id;
    await api.reached(plan.position);
  });
  afterAll(() => api.close());

  const call = async <T = CompanyView & { error: string; errors: Record<string, string> }>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers: Record<string, string> = root,
  ) => {
    const answer = await api.app.inject({
      method,
      url: `/api${url}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T };
  };
  const bodyOf = (more: object = {}) => {
    made += 1;
    return { name: `Casa ${made}`, email: `casa${made}@example.org`, planId, password: secret, ...more };
  };
  const create = async (more: object = {}) => {
    const { status, body } = await call('POST', '/companies', bodyOf(more));
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const login = async (email: string, typed = secret) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: `10.20.0.${++made}`,
      payload: { email, password: typed },
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  describe('making one', () => {
    it('makes it with its first admin, who signs in with the password that was given', async () => {
      const company = await create({
        phone: '11955500166',
        recurrence: 'ANUAL',
        dueDate: '2099-01-31',
        status: 't',
        campaignsEnabled: 'disabled',
      });
      expect(company).toMatchObject({
        status: true,
        trial: true,
        trialExpiration: '2099-01-31',
        recurrence: 'ANUAL',
        dueDate: '2099-01-31',
        campaignsEnabled: false,
        planId,
        plan: { name: 'Profissional', limits: { users: 3 } },
      });
      const { status, body } = await login(company.email);
      expect([status, body.user.profile, body.user.name]).toEqual([200, 'admin', company.name]);
      // What their plan has is told to them, too.
      const own = await call('GET', `/companies/${company.id}`, undefined, {
        authorization: `Bearer ${body.token}`,
      });
      expect(own.body.plan).toEqual(company.plan);
      expect(company.plan?.flags).toContain('useIntegrations');
    });

    it('without a password mails a link to set one, once for a repeated request', async () => {
      const headers = { ...root, 'idempotency-key': uuidv7() };
      const body = bodyOf({ password: undefined, adminName: 'Clara' });
      const answers = [
        await call('POST', '/companies', body, headers),
        await call('POST', '/companies', body, headers),
      ];
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
      const vault = createVault('a secret of at least thirty-two characters');
      const letters = (await api.state.list<WaitingMail>(waitingMails))
        .map(({ key, value }) => openMail(vault, key, value))
        .filter(({ to }) => to === body.email);
      expect(letters).toHaveLength(1);
      expect(JSON.stringify(letters[0])).toMatch(/Clara.*\/convite\//);
    });

    it.each([
      [{ email: '' }, 'email'],
      [{ email: undefined }, 'email'],
      [{ email: 'nobody' }, 'email'],
      [{ planId: undefined }, 'planId'],
      [{ planId: 'none' }, 'planId'],
      [{ planId: 1e300 }, 'planId'],
      [{ name: 'A' }, 'name'],
      [{ name: 'x'.repeat(51) }, 'name'],
      [{ phone: '119999' }, 'phone'],
      [{ phone: '(11) 98765-43210' }, 'phone'],
      [{ phone: 'celular' }, 'phone'],
      [{ password: '123' }, 'password'],
      [{ recurrence: 'DIARIO' }, 'recurrence'],
      [{ status: 'x' }, 'status'],
    ])('%j is refused at its field, and nothing is made', async (given, field) => {
      const body = bodyOf(given);
      const { status, body: refused } = await call('POST', '/companies', body);
      expect([status, Object.keys(refused.errors)]).toEqual([400, [field]]);
      expect((await login(`casa${made - 1}@example.org`)).status).toBe(401);
    });

    it('a name that another has, whatever its case and accents, is refused at its field; so is an address', async () => {
      const company = await create({ name: 'Açaí Bom' });
      const twice = await call('POST', '/companies', bodyOf({ name: 'ACAI  bom' }));
      expect([twice.status, twice.body.errors]).toEqual([409, { name: 'ERR_ALREADY_EXISTS' }]);
      const again = await call('POST', '/companies', bodyOf({ email: company.email }));
      expect([again.status, again.body.errors]).toEqual([409, { email: 'ERR_EMAIL_ALREADY_EXISTS' }]);
      const answers = await Promise.all(
        [1, 2].map(() => call('POST', '/companies', bodyOf({ name: 'Ao mesmo tempo' }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    });

    it('of two with one address at once, who was refused makes theirs with another, under the same Idempotency-Key', async () => {
      const email = 'dividido@example.org';
      const asked = [1, 2].map(() => ({
        body: bodyOf({ email }),
        headers: { ...root, 'idempotency-key': uuidv7() },
      }));
      const answers = await Promise.all(
        asked.map(({ body, headers }) => call('POST', '/companies', body, headers)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const { headers } = asked[answers.findIndex(({ status }) => status === 409)]!;
      const corrected = bodyOf();
      expect((await call('POST', '/companies', corrected, headers)).status).toBe(201);
      expect((await login(corrected.email)).status).toBe(200);
    });

    it.each([[''], ['31/01/2027'], ['soon'], [null], [undefined]])(
      'a due date of %j is none',
      async (dueDate) => {
        const { id } = await create({ dueDate });
        expect((await call('GET', `/companies/${id}`)).body.dueDate).toBeNull();
        // And takes an end away that was there; what is not sent at all stays.
        await call('PUT', `/companies/${id}`, { dueDate: '2031-05-31' });
        const { body } = await call('PUT', `/companies/${id}`, { dueDate });
        expect(body.dueDate).toBe(dueDate === undefined ? '2031-05-31' : null);
      },
    );
  });

  describe('changing one', () => {
    it('what is absent stays; what is sent is changed, all at once', async () => {
      const company = await create({ dueDate: '2099-01-31' });
      const changed = await call('PUT', `/companies/${company.id}`, {
        phone: '(11) 95555-0166',
        email: 'outro@example.org',
        campaignsEnabled: false,
        recurrence: 'SEMESTRAL',
      });
      expect(changed.body).toMatchObject({
        name: company.name,
        dueDate: '2099-01-31',
        email: 'outro@example.org',
        phone: '11955550166',
        campaignsEnabled: false,
        recurrence: 'SEMESTRAL',
      });
      expect((await call('PUT', `/companies/${company.id}`, { dueDate: 'never' })).body.dueDate).toBeNull();
      const { status } = await call('PUT', `/companies/${company.id}`, { status: false, name: 'Ours' });
      expect(status).toBe(409);
      expect((await call('GET', `/companies/${company.id}`)).body.status).toBe(true);
    });

    it.each([
      [[{ ...hours[0], weekdayEn: 'funday' }], 'schedules.0.weekdayEn'],
      [[...hours, { ...hours[0], weekdayEn: 'Monday' }], 'schedules.1.weekdayEn'],
      [[{ ...hours[0], startTime: '25:00' }], 'schedules.0.startTime'],
      [[{ ...hours[0], endTime: '24:00' }], 'schedules.0.endTime'],
    ])('hours of %j are refused at their field, whichever call brings them', async (schedules, field) => {
      for (const url of [`/companies/${ownId}/schedules`, `/companies/${ownId}`]) {
        const { status, body } = await call('PUT', url, { schedules });
        expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
      }
    });

    it('what is due of those whose date is near is what their next invoice asks for, months and all', async () => {
      const { id, position } = await makePlan(api.desk, { name: 'Doze meses', value: 99.9 });
      await api.reached(position);
      const due = async () =>
        (await call<{ due: { companies: number; value: number } }>('GET', '/companies')).body.due;
      const before = await due();
      const dueDate = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      await create({ planId: id, dueDate, recurrence: 'ANUAL' });
      const after = await due();
      expect(after.companies - before.companies).toBe(1);
      expect(after.value - before.value).toBeCloseTo(1_198.8, 5);
    });

    it('the due date advances by the recurrence, once for two clicks', async () => {
      const company = await create({ dueDate: '2099-01-31', recurrence: 'MENSAL', status: 't' });
      const press = (dueDate: string | null) =>
        call('POST', `/companies/${company.id}/due-date`, { dueDate });
      const answers = await Promise.all([press('2099-01-31'), press('2099-01-31')]);
      expect(
        answers.map(({ status, body }) => [status, body.dueDate, body.trial, body.trialExpiration]),
      ).toEqual([
        [200, '2099-02-28', false, null],
        [200, '2099-02-28', false, null],
      ]);
      const headers = { ...root, 'idempotency-key': uuidv7() };
      const bare = () => call('POST', `/companies/${company.id}/due-date`, {}, headers);
      expect([(await bare()).body.dueDate, (await bare()).body.dueDate]).toEqual([
        '2099-03-28',
        '2099-03-28',
      ]);
      // Without either nobody could tell two clicks from two periods.
      const unnamed = await call('POST', `/companies/${company.id}/due-date`, {});
      expect([unnamed.status, unnamed.body.errors]).toEqual([400, { dueDate: 'required' }]);
    });

    it('who is switched off is signed out at once, and comes in again when it is switched on', async () => {
      const company = await create();
      const { body } = await login(company.email);
      const me = () =>
        api.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${body.token}` } });
      expect((await me()).statusCode).toBe(200);
      await call('PUT', `/companies/${company.id}`, { status: false });
      expect((await me()).statusCode).toBe(401);
      // Their password is right, and they are told what is wrong; nobody else is.
      expect(await login(company.email)).toMatchObject({ status: 401, body: { error: 'ERR_COMPANY_OFF' } });
      expect(await login(company.email, 'another one')).toMatchObject({
        status: 401,
        body: { error: 'ERR_INVALID_CREDENTIALS' },
      });
      await call('PUT', `/companies/${company.id}`, { status: true });
      expect((await login(company.email)).status).toBe(200);
    });
  });

  describe('deleting one', () => {
    it('ends what is in it, and can be undone', async () => {
      const company = await create();
      const { body } = await login(company.email);
      expect((await call('DELETE', `/companies/${company.id}`)).status).toBe(204);
      const answer = await api.app.inject({
        url: '/api/users/',
        headers: { authorization: `Bearer ${body.token}` },
      });
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'ERR_NO_SESSION']);
      expect((await login(company.email)).body.error).toBe('ERR_INVALID_CREDENTIALS');
      const names = async (query: string) =>
        (await call<{ companies: CompanyView[] }>('GET', `/companies?${query}`)).body.companies.map(
          ({ id }) => id,
        );
      expect(await names(`searchParam=${encodeURIComponent(company.name)}`)).not.toContain(company.id);
      expect(await names('state=deleted')).toContain(company.id);
      const list = await call<CompanyView[]>('GET', '/companies/list');
      expect(list.body.map(({ id }) => id)).not.toContain(company.id);
      expect((await call('PUT', `/companies/${company.id}`, { phone: '' })).status).toBe(404);
      const restored = await call('POST', `/companies/${company.id}/restore`);
      expect([restored.status, restored.body.deletedUntil]).toEqual([200, null]);
      expect((await login(company.email)).status).toBe(200);
    });

    it('the platform’s own is neither deleted nor switched off nor given an end', async () => {
      const url = `/companies/${platformCompanyId}`;
      for (const { status, body } of [
        await call('DELETE', url),
        await call('PUT', url, { status: false }),
        await call('PUT', url, { dueDate: '2099-01-01' }),
        await call('POST', `${url}/due-date`, { dueDate: null }),
      ])
        expect([status, body.error]).toEqual([403, 'ERR_PLATFORM_COMPANY']);
    });
  });

  describe('who may', () => {
    it('an admin reads and edits their own, hours included, and only what is theirs of it', async () => {
      const own = await call('GET', `/companies/${ownId}`, undefined, admin);
      expect(own.body).toMatchObject({ id: ownId, schedules: [] });
      expect(own.body.settings).toContainEqual({ key: 'userRating', value: 'disabled' });
      const { body } = await call(
        'PUT',
        `/companies/${ownId}/schedules`,
        { id: ownId, schedules: hours },
        admin,
      );
      expect(body.schedules).toEqual(hours);
      const billing = { firstName: 'Ana', city: 'Recife' };
      const { settings: _, plan: __, ...whole } = own.body;
      const changed = await call(
        'PUT',
        `/companies/${ownId}`,
        { ...whole, phone: '(81) 3333-4444', billing, email: 'a@b.example' },
        admin,
      );
      expect([changed.status, changed.body.phone, changed.body.billing?.city]).toEqual([
        200,
        '8133334444',
        'Recife',
      ]);
      expect(changed.body.createdAt).toBe(own.body.createdAt);
      expect(changed.body.updatedAt > own.body.createdAt).toBe(true);
      for (const more of [
        { dueDate: '2099-01-01' },
        { planId },
        { status: false },
        { recurrence: 'ANUAL' },
        { campaignsEnabled: false },
      ]) {
        const { status, body } = await call('PUT', `/companies/${ownId}`, more, admin);
        expect([status, body.error], JSON.stringify(more)).toEqual([403, 'ERR_NO_PERMISSION']);
      }
    });

    it('nobody but a super user reaches another’s, the lists, creation and deletion', async () => {
      const { id } = await create();
      for (const headers of [admin, agent])
        for (const [method, url, payload] of [
          ['GET', '/companies'],
          ['GET', '/companies/list'],
          ['GET', `/companies/${id}`],
          ['PUT', `/companies/${id}`, { phone: '' }],
          ['PUT', `/companies/${id}/schedules`, { schedules: hours }],
          ['POST', `/companies/${id}/due-date`, {}],
          ['POST', `/companies/${ownId}/due-date`, {}],
          ['DELETE', `/companies/${id}`],
          ['DELETE', `/companies/${ownId}`],
          ['POST', `/companies/${id}/restore`],
          ['POST', '/companies', bodyOf()],
        ] as const)
          expect((await call(method, url, payload, headers)).body.error, `${method} ${url}`).toBe(
            'ERR_NO_PERMISSION',
          );
      for (const url of [`/companies/${ownId}`, `/companies/${ownId}`])
        expect((await call('GET', url, undefined, agent)).status).toBe(403);
      expect((await call('PUT', `/companies/${ownId}/schedules`, { schedules: hours }, agent)).status).toBe(
        403,
      );
    });
  });

  it('they are listed by name, searched, and in pages', async () => {
    const named = Array.from({ length: 21 }, (_, at) => `${at % 2 ? 'filial' : 'Filial'} ${1 + at}`);
    for (const name of named.toReversed())
      await api.desk.companies.create(
        { companyId: uuidv7(), actor: { kind: 'system', id: 'test' } },
        { name },
      );
    await api.reached(await api.gateway.eventStore.head());
    const list = await call<CompanyView[]>('GET', '/companies/list');
    expect(list.body.flatMap(({ name }) => (/^filial/i.test(name) ? name : []))).toEqual(named);
    expect(list.body.map(({ name }) => name)).toContain('Ours');
    const page = async (query: string) => {
      const { body } = await call<{ companies: CompanyView[]; count: number; hasMore: boolean }>(
        'GET',
        `/companies?${query}`,
      );
      return [body.companies.map(({ name }) => name), body.count, body.hasMore];
    };
    expect(await page('searchParam=ours&pageNumber=1')).toEqual([['Ours'], 1, false]);
    expect(await page('searchParam=filial')).toEqual([named.slice(0, 20), 21, true]);
    expect(await page('searchParam=filial&pageNumber=2')).toEqual([named.slice(20), 21, false]);
  });
});
