import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { settingKeys, settingOf } from '../../domain/company/settings.ts';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';
import { visibleSettings } from './view.ts';

type Setting = { readonly key: string; readonly value: string };
const keysWith = (flag: 'secret' | 'super' | 'public') => settingKeys.filter((key) => settingOf(key)[flag]);
const hidden = [...keysWith('secret'), ...keysWith('super').filter((key) => !settingOf(key).public)];

describe('settings over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const header = {} as Record<'admin' | 'agent' | 'root' | 'other', { authorization: string }>;
  beforeAll(async () => {
    api = await startTestApi();
    await api.desk.companies.create(
      { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } },
      { name: 'Platform' },
    );
    const { companyId, email } = await api.company('Ours');
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const passwordHash = await hashPassword('correct horse 42');
    const user = (name: string, profile: 'admin' | 'user', more: object = {}) =>
      api.desk.users.create(context, {
        name,
        email: `${name}-${companyId}@example.org`,
        profile,
        passwordHash,
        ...more,
      });
    await user('agent', 'user');
    const { position } = await user('root', 'admin', { super: true });
    await api.reached(position);
    header.admin = await api.signIn(email);
    header.agent = await api.signIn(`agent-${companyId}@example.org`);
    header.root = await api.signIn(`root-${companyId}@example.org`);
    header.other = await api.signIn((await api.company('Theirs')).email);
  });
  afterAll(() => api.close());

  const get = async (who: keyof typeof header) => {
    const answer = await api.app.inject({ url: '/api/settings', headers: header[who] });
    expect(answer.statusCode).toBe(200);
    return new Map(answer.json<Setting[]>().map(({ key, value }) => [key, value]));
  };
  const put = async (who: keyof typeof header, key: string, payload: unknown) => {
    const answer = await api.app.inject({
      method: 'PUT',
      url: `/api/settings/${key}`,
      headers: header[who],
      payload: payload as object,
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('has secrets and settings of the platform: the rest of this is about something', () => {
    expect(keysWith('secret')).toHaveLength(6);
    expect(keysWith('super').length).toBeGreaterThan(0);
  });

  it('gives every setting with its default, but secrets to nobody and those of the platform to super users', async () => {
    expect([...(await get('agent')).keys()].sort()).toEqual(
      settingKeys.filter((key) => !hidden.includes(key)).sort(),
    );
    // Of secrets a mark alone: `integrations.spec.ts`.
    expect([...(await get('admin')).keys()].sort()).toEqual(
      settingKeys.filter((key) => settingOf(key).secret || !hidden.includes(key)).sort(),
    );
    expect([...(await get('root')).keys()].sort()).toEqual([...settingKeys].sort());
    expect(Object.fromEntries(await get('agent'))).toMatchObject({
      ...{ userRating: 'disabled', scheduleType: 'disabled', call: 'enabled', CheckMsgIsGroup: 'enabled' },
      ...{ sendGreetingAccepted: 'disabled', sendMsgTransfTicket: 'disabled' },
      ...{ sendGreetingMessageOneQueues: 'disabled', chatBotType: 'text' },
      ...{ allowregister: 'disabled', viewregister: 'disabled', trial: '3' },
    });
  });

  it('an admin changes one, for the own company only', async () => {
    expect(await put('admin', 'userRating', { value: 'enabled' })).toEqual({
      status: 200,
      body: { key: 'userRating', value: 'enabled' },
    });
    expect((await get('agent')).get('userRating')).toBe('enabled');
    expect((await get('other')).get('userRating')).toBe('disabled');
  });

  it('says who changed one last, and when, to those who may change it', async () => {
    const changes = async (who: keyof typeof header, key: string) => {
      const answer = await api.app.inject({ url: '/api/settings', headers: header[who] });
      const { changedBy, changedAt } = answer
        .json<(Setting & { changedBy?: string; changedAt?: string })[]>()
        .find((one) => one.key === key)!;
      return [changedBy, changedAt?.slice(0, 4)];
    };
    const year = String(new Date().getFullYear());
    expect(await changes('admin', 'readReceipts')).toEqual([undefined, undefined]);
    await put('admin', 'readReceipts', { value: 'disabled' });
    expect(await changes('admin', 'readReceipts')).toEqual(['Ana', year]);
    expect(await changes('other', 'readReceipts')).toEqual([undefined, undefined]);
    expect(await changes('agent', 'readReceipts')).toEqual([undefined, undefined]);
    await put('root', 'trial', { value: '4' });
    expect(await changes('root', 'trial')).toEqual(['root', year]);
    expect(await changes('admin', 'trial')).toEqual([undefined, undefined]);
    await put('root', 'trial', { value: '3' });
  });

  it.each([
    ['agent', 'userRating', { value: 'disabled' }, 403, 'ERR_NO_PERMISSION'],
    ['admin', 'allowregister', { value: 'enabled' }, 403, 'ERR_NO_PERMISSION'],
    ['admin', 'viewregister', { value: 'enabled' }, 403, 'ERR_NO_PERMISSION'],
    ['admin', 'trial', { value: '7' }, 403, 'ERR_NO_PERMISSION'],
    // Whether a company has campaigns is the platform's to say, here as in the company's form.
    ['admin', 'campaignsEnabled', { value: 'enabled' }, 403, 'ERR_NO_PERMISSION'],
    ['agent', 'asaas', { value: 'a key of ASAAS' }, 403, 'ERR_NO_PERMISSION'],
    ['admin', 'asaas', { value: 'a key of ASAAS' }, 400, 'ERR_VALIDATION'],
    ['root', 'ipixc', { value: 'https://user:password@ixc.example' }, 400, 'ERR_VALIDATION'],
    ['admin', 'nothing', { value: 'x' }, 404, 'ERR_NO_SETTING_FOUND'],
    ['admin', 'toString', { value: 'x' }, 404, 'ERR_NO_SETTING_FOUND'],
    ['admin', '__proto__', { value: 'x' }, 404, 'ERR_NO_SETTING_FOUND'],
    ['admin', 'userRating', { value: 'perhaps' }, 400, 'ERR_VALIDATION'],
    ['admin', 'userRating', { value: true }, 400, 'ERR_VALIDATION'],
    ['admin', 'userRating', {}, 400, 'ERR_VALIDATION'],
    ['admin', 'chatBotType', { value: 'list' }, 400, 'ERR_VALIDATION'],
    ['admin', 'scheduleType', { value: 'connection' }, 400, 'ERR_VALIDATION'],
    ['admin', 'scheduleType', { value: 'enabled' }, 400, 'ERR_VALIDATION'],
    ['admin', 'autoCloseHours', { value: '-1' }, 400, 'ERR_VALIDATION'],
    ['admin', 'autoCloseHours', { value: '99999' }, 400, 'ERR_VALIDATION'],
    ['admin', 'transferTemplate', { value: 'x'.repeat(2_001) }, 400, 'ERR_VALIDATION'],
    ['root', 'trial', { value: '0' }, 400, 'ERR_VALIDATION'],
    ['root', 'trial', { value: '8' }, 400, 'ERR_VALIDATION'],
  ] as const)('%s may not set %s to %j: %i', async (who, key, payload, status, error) => {
    const before = await get('root');
    const answer = await put(who, key, payload);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    if (status === 400) expect(Object.keys(answer.body.errors)).toEqual([before.has(key) ? 'value' : 'key']);
    expect(await get('root')).toEqual(before);
  });

  it.each([
    ['userRating', ['enabled', 'disabled']],
    ['scheduleType', ['queue', 'company', 'disabled']],
    ['chatBotType', ['text']],
  ] as const)('%s takes each of its values: %j', async (key, values) => {
    for (const value of values)
      expect(await put('admin', key, { value })).toEqual({ status: 200, body: { key, value } });
  });

  it('a super user changes those of the platform', async () => {
    expect((await put('root', 'allowregister', { value: 'enabled' })).status).toBe(200);
    // For every company, whichever the super user is of.
    expect((await get('agent')).get('allowregister')).toBe('enabled');
    expect((await get('other')).get('allowregister')).toBe('enabled');
    // A form whose choices are numbers sends one.
    expect((await put('root', 'trial', { value: 5 })).body).toEqual({ key: 'trial', value: '5' });
    expect((await put('root', 'trial', { value: 3 })).status).toBe(200);
  });

  it('what the sign-up needs to know is told to everybody, and no other setting is', async () => {
    const ask = async (key: string) => {
      const answer = await api.app.inject({ url: `/api/settings/${key}` });
      return { status: answer.statusCode, body: answer.json() };
    };
    expect(await ask('trial')).toEqual({ status: 200, body: { key: 'trial', value: '3' } });
    expect((await put('root', 'viewregister', { value: 'enabled' })).status).toBe(200);
    expect((await ask('viewregister')).body.value).toBe('enabled');
    expect((await ask('allowregister')).status).toBe(200);
    for (const key of settingKeys.filter((one) => !settingOf(one).public))
      expect([401, 404], key).toContain((await ask(key)).status);
  });

  it('who signs in and who follows the feed is shown no more than that', () => {
    const stored = Object.fromEntries([...settingKeys, 'forgotten'].map((key) => [key, `${key} of ours`]));
    const shown = (viewer: { super: boolean }) => visibleSettings(stored, {}, viewer).map(({ key }) => key);
    expect(shown({ super: false })).toEqual(settingKeys.filter((key) => !hidden.includes(key)));
    expect(shown({ super: true })).toEqual(settingKeys.filter((key) => !settingOf(key).secret));
  });

  it('who signs in, asks who they are or renews their token is told every setting, with its default', async () => {
    const company = await api.company('Fresh');
    const said = (user: { company: { settings: Setting[] } }) =>
      new Map(user.company.settings.map(({ key, value }) => [key, value]));
    const login = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: company.email, password: 'correct horse 42' },
    });
    const settings = said(login.json().user);
    expect([...settings.keys()].sort()).toEqual(settingKeys.filter((key) => !hidden.includes(key)).sort());
    expect(settings.get('campaignsEnabled')).toBe('true');
    expect(settings.get('sendGreetingAccepted')).toBe('disabled');
    // Of the whole platform, as a super user has set it.
    expect(settings.get('allowregister')).toBe('enabled');
    const authorization = `Bearer ${login.json().token}`;
    const me = await api.app.inject({ url: '/api/auth/me', headers: { authorization } });
    expect(said(me.json())).toEqual(settings);
  });
});
