import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IntegrationView } from '../../contract/integration.ts';
import { createVault } from '../../gateway/secrets/vault.ts';
import { changeIntegrationKey, readIntegrationKeys } from '../../messaging/integration-keys.ts';
import { companySecrets } from '../../messaging/secrets.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { password, startTestApi } from '../../testing/api.ts';
import {
  type BillingDouble,
  billingKeys,
  startBillingSystems,
} from '../../testing/billing-systems/server.ts';
import { faults } from '../../testing/faults.ts';
import { givePlan } from '../../testing/plan.ts';
import { hashPassword } from '../auth/passwords.ts';

let double: BillingDouble;
let api: Awaited<ReturnType<typeof startTestApi>>;
let logged = '';
beforeAll(async () => {
  double = await startBillingSystems();
});
afterAll(() => double.stop());
beforeEach(async () => {
  logged = '';
  const log = pino({ level: 'trace' }, { write: (line: string) => (logged += line) });
  api = await startTestApi({ log, billing: double.settings });
});
afterEach(() => api.close());

const { asaas, tokenixc } = billingKeys;

/** An admin of a company, and what they ask. */
async function company(flags: object = {}) {
  const { companyId, email } = await api.company('Ours');
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  await givePlan(api.desk, context, { useIntegrations: true, ...flags });
  await api.contentOf(companyId);
  const headers = await api.signIn(email);
  const call = async <T>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    more: object = {},
  ) => {
    const answer = await api.app.inject({
      method,
      url: `/api/settings${url}`,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<T & { error: string }>() };
  };
  const put = (key: string, value: string, more?: object) =>
    call<{ key: string; value: string; set: boolean }>('PUT', `/${key}`, { key, value }, more);
  const marks = async () =>
    (await call<{ key: string; value: string; set?: boolean }[]>('GET', '')).body
      .filter(({ set }) => set !== undefined)
      .map(({ key, value, set }) => [key, value, set]);
  const shown = async () => (await call<IntegrationView[]>('GET', '/integrations')).body;
  const test = (kind: string) => call<IntegrationView>('POST', `/integrations/${kind}/test`);
  const sealed = () => api.state.list(companySecrets(companyId));
  const inVault = async (kind: 'ixc' | 'asaas' | 'mkauth') => {
    const vault = createVault(api.gateway.secretKey);
    const document = await api.readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
    return readIntegrationKeys({ state: api.state, vault }, companyId, document?.settings ?? {}, kind);
  };
  return { companyId, context, call, put, marks, shown, test, sealed, inVault };
}

describe('a key of an integration', () => {
  it('is kept in the vault and never read back: no event, document, state, answer or line of the log has it', async () => {
    const { companyId, call, put, inVault, shown } = await company();
    expect(await put('asaas', ` ${asaas} `)).toEqual({
      status: 200,
      body: { key: 'asaas', value: '', set: true },
    });
    const keys = ['ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth', 'asaas'];
    const { body } = await call<{ key: string }[]>('GET', '');
    expect(body.filter(({ key }) => keys.includes(key))).toEqual(
      keys.map((key) => ({ key, value: '', set: key === 'asaas' })),
    );
    expect(await inVault('asaas')).toEqual({ asaas });
    expect(await inVault('ixc')).toBeUndefined();
    const { log, models } = await api.standOf(companyId, []);
    const everything = JSON.stringify([log, models, await api.state.list(''), await shown()]) + logged;
    expect(everything).not.toContain(asaas);
    expect(log.filter(({ type }) => type === 'CompanySettingChanged')).toHaveLength(1);
  });

  it('takes the place of the one before, which goes; emptied it is gone', async () => {
    const { put, sealed, inVault, marks } = await company();
    await put('asaas', 'the first of them'.replaceAll(' ', '_'));
    await put('asaas', asaas);
    expect(await inVault('asaas')).toEqual({ asaas });
    expect(await sealed()).toHaveLength(1);
    expect(await put('asaas', '')).toMatchObject({ status: 200, body: { set: false } });
    expect(await sealed()).toEqual([]);
    expect(await marks()).toContainEqual(['asaas', '', false]);
  });

  it('that is sent again under the same Idempotency-Key stays the one it was', async () => {
    const { put, sealed, inVault } = await company();
    for (let times = 0; times < 2; times++)
      expect((await put('asaas', asaas, { 'idempotency-key': 'once' })).status).toBe(200);
    expect(await inVault('asaas')).toEqual({ asaas });
    expect(await sealed()).toHaveLength(1);
  });

  it('is changed by an event alone: who dies before it, or repeats a command, has changed nothing', async () => {
    const { put, companyId, inVault, sealed } = await company();
    await put('asaas', asaas);
    const services = { state: api.state, vault: createVault(api.gateway.secretKey) };
    const [entry] = await sealed();
    const change = {
      companyId,
      key: 'asaas',
      value: 'another',
      before: entry?.key.split('/').at(-1),
    } as const;
    await changeIntegrationKey(services, change, async () => undefined);
    expect([await inVault('asaas'), await sealed()]).toEqual([{ asaas }, [entry]]);
    const dies = changeIntegrationKey(services, change, () => Promise.reject(new Error('dead')));
    await expect(dies).rejects.toThrow('dead');
    expect(await inVault('asaas')).toEqual({ asaas });
  });

  it('is of its form: an address is gone to by its origin alone', async () => {
    const { put, inVault } = await company();
    await put('tokenixc', tokenixc);
    expect((await put('ipixc', 'ixc.example.org/webservice/v1')).status).toBe(200);
    expect(await inVault('ixc')).toEqual({ ipixc: 'https://ixc.example.org', tokenixc });
    for (const wrong of ['ftp://ixc.example.org', 'https://user:password@ixc.example.org', 'not an address'])
      expect(await put('ipixc', wrong)).toMatchObject({
        status: 400,
        body: { errors: { value: 'invalid' } },
      });
    for (const wrong of ['a\r\nb', 'x', 'ç'.repeat(9)])
      expect((await put('tokenixc', wrong)).status).toBe(400);
  });

  it('is sent to no other address than the one it stood beside: with another it is gone, with the same it stays', async () => {
    const { put, inVault, marks, sealed } = await company();
    // In either order, as long as there is no address yet.
    await put('clientidmkauth', billingKeys.clientidmkauth);
    await put('ipmkauth', 'https://mk.example.org');
    await put('clientsecretmkauth', billingKeys.clientsecretmkauth);
    await put('ipixc', 'https://ixc.example.org');
    await put('tokenixc', tokenixc);
    const mkauth = await inVault('mkauth');
    expect(mkauth).toMatchObject({ clientidmkauth: billingKeys.clientidmkauth });
    expect((await put('ipixc', 'https://ixc.example.org/webservice')).body).toMatchObject({ set: true });
    expect(await inVault('ixc')).toEqual({ ipixc: 'https://ixc.example.org', tokenixc });
    await put('ipixc', 'https://elsewhere.example.org');
    expect(await marks()).toContainEqual(['tokenixc', '', false]);
    expect(await inVault('ixc')).toBeUndefined();
    // Nor by a moment without one.
    await put('tokenixc', tokenixc);
    await put('ipixc', '');
    await put('ipixc', 'https://ixc.example.org');
    expect(await inVault('ixc')).toBeUndefined();
    expect(await inVault('mkauth')).toEqual(mkauth);
    expect(JSON.stringify(await sealed())).not.toContain('tokenixc');
    expect(await sealed()).toHaveLength(4);
  });

  it('is seen and set by admins whose plan has integrations, by super users, and by nobody else', async () => {
    const without = await company({ useIntegrations: false });
    expect(await without.put('asaas', asaas)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
    expect(await without.marks()).toEqual([]);
    expect((await without.call('GET', '/integrations')).status).toBe(403);
    expect((await without.test('asaas')).status).toBe(403);
    const headers = await api.root();
    const url = '/api/settings/asaas';
    const put = await api.app.inject({ method: 'PUT', url, headers, payload: { value: asaas } });
    expect([put.statusCode, put.json().set]).toEqual([200, true]);
    // Each company has its own.
    const other = await company();
    expect(await other.marks()).toContainEqual(['asaas', '', false]);
    const { companyId, context } = other;
    const email = `bia-${companyId}@example.org`;
    const bia = { name: 'Bia', email, profile: 'user', passwordHash: await hashPassword(password) } as const;
    await api.reached((await api.desk.users.create(context, bia)).position);
    const agent = await api.signIn(email);
    const ask = (url: string) => api.app.inject({ url: `/api/settings${url}`, headers: agent });
    expect((await ask('/integrations')).statusCode).toBe(403);
    expect((await ask('')).json<{ key: string }[]>().map(({ key }) => key)).not.toContain('asaas');
  });
});

describe('an integration that is tried', () => {
  const setAll = async ({ put }: Awaited<ReturnType<typeof company>>) => {
    for (const keys of Object.values(double.keys))
      for (const [key, value] of Object.entries(keys)) expect((await put(key, value)).status).toBe(200);
  };

  it('says that the other side answers, and how long that took; it stays to be seen', async () => {
    const ours = await company();
    await setAll(ours);
    for (const kind of ['ixc', 'mkauth', 'asaas'])
      expect((await ours.test(kind)).body).toMatchObject({
        kind,
        trial: { outcome: 'answers', status: null },
      });
    expect((await ours.shown()).map(({ trial }) => trial?.outcome)).toEqual([
      'answers',
      'answers',
      'answers',
    ]);
    // Of other keys nothing is known.
    await ours.put('asaas', 'another_key');
    expect((await ours.shown()).map(({ trial }) => trial?.outcome)).toEqual([
      'answers',
      'answers',
      undefined,
    ]);
  });

  it('says what is wrong', async () => {
    const ours = await company();
    expect((await ours.test('ixc')).body.trial).toMatchObject({ outcome: 'unset' });
    await setAll(ours);
    await ours.put('clientsecretmkauth', 'wrong_secret');
    expect((await ours.test('mkauth')).body.trial).toMatchObject({ outcome: 'keys', status: 401 });
    double.failNext(/customers/, faults.status(500));
    expect((await ours.test('asaas')).body.trial).toMatchObject({ outcome: 'refused', status: 500 });
    await ours.put('ipixc', 'http://10.1.2.3');
    await ours.put('tokenixc', tokenixc);
    expect((await ours.test('ixc')).body.trial).toMatchObject({ outcome: 'private', status: null });
    for (const secret of [...Object.values(billingKeys), 'wrong_secret'])
      expect(logged).not.toContain(secret);
  });
});
