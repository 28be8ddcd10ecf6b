import { z } from 'zod';
import { publicSetting, settingView, versionView } from '../../contract/setting.ts';
import { toWire } from '../../contract/wire.ts';
import { userOnWire } from '../../contract/wire-views.ts';
import { can } from '../../domain/access/policy.ts';
import { isIntegrationKey } from '../../domain/company/integrations.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import {
  isSettingKey,
  type SettingKey,
  settingKeys,
  settingOf,
  settingValue,
} from '../../domain/company/settings.ts';
import { DomainError } from '../../domain/errors.ts';
import { byName } from '../../domain/text/compare-names.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { Session } from '../auth/subject.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { demand } from '../http/guard.ts';
import type { Api } from '../services.ts';
import { userViewOf } from '../users/view.ts';
import { integrationRoutes, keyMarks, setIntegrationKey } from './integrations.ts';
import { visibleSettings } from './view.ts';

type Needs = Parameters<typeof integrationRoutes>[0] &
  Pick<Api, 'names' | 'online' | 'readStore' | 'reached' | 'config'>;

const publicKeys = settingKeys.filter((key) => settingOf(key).public);

/** Version, colleagues, and the company's settings. */
export function accountRoutes(api: Needs): void {
  versionRoute(api);
  colleaguesRoute(api);
  settingsRoutes(api);
  setRoute(api);
  integrationRoutes(api);
}

function versionRoute({ app, config }: Needs): void {
  app.get(
    '/api/version',
    {
      config: { public: true },
      schema: {
        tags: ['version'],
        summary: 'The product’s version, and what it takes: the largest file, in bytes.',
        response: { 200: versionView },
      },
    },
    () => ({ version: config.version, maxUploadBytes: config.maxUploadBytes }),
  );
}

function colleaguesRoute({ app, names, online }: Needs): void {
  app.get(
    '/api/users/list',
    {
      schema: {
        tags: ['users'],
        summary: 'Everyone of the company, by name, and whether they are at their desk.',
        querystring: z.object({ companyId: z.string().optional() }),
        response: { 200: z.array(userOnWire.extend({ status: z.enum(['online', 'away', 'offline']) })) },
      },
    },
    async (request) => {
      const company = await names.company(request.session.companyId);
      const users = [...company.all('users')].sort(byName);
      const statuses = await online.statuses(
        request.session.companyId,
        users.map(({ id }) => id),
      );
      return users.map((user) => ({
        ...toWire(userViewOf(user, company, request.session)),
        status: statuses.get(user.id) ?? ('offline' as const),
      }));
    },
  );
}

/** Returns the platform's own company, in which is set what holds for every company. */
const platformOf = ({ readStore }: Pick<Needs, 'readStore'>) =>
  readStore.allCompanies().get<CompanyDocument>('companies', platformCompanyId);

type Where = Readonly<Record<'company' | 'platform', CompanyDocument | undefined>>;
function lastChange(key: SettingKey, { company, platform }: Where, session: Session) {
  const isSuper = settingOf(key).super === true;
  if (!can(session, isSuper ? 'super' : 'settings:manage')) return {};
  const change = (isSuper ? platform : company)?.settingChanges[key];
  return change && { changedAt: change.at, ...(change.by !== undefined && { changedBy: change.by }) };
}

function settingsRoutes(api: Needs): void {
  const { app } = api;

  app.get(
    '/api/settings',
    {
      schema: {
        tags: ['settings'],
        summary: 'Every setting with its value; of the keys of integrations only whether they are set.',
        response: { 200: z.array(settingView) },
      },
    },
    async (request) => {
      const company = await request.read.get<CompanyDocument>('companies', request.session.companyId);
      const platform = await platformOf(api);
      const shown = visibleSettings(company?.settings ?? {}, platform?.settings ?? {}, request.session);
      return [
        ...shown.map((one) => ({ ...one, ...lastChange(one.key, { company, platform }, request.session) })),
        ...keyMarks(request.session, company),
      ];
    },
  );

  for (const key of publicKeys)
    app.get(
      `/api/settings/${key}`,
      {
        config: { public: true },
        schema: {
          tags: ['settings'],
          summary: 'What a visitor needs to know to sign up.',
          response: { 200: publicSetting },
        },
      },
      async () => ({ key, value: settingValue((await platformOf(api))?.settings ?? {}, key) }),
    );
}

function setRoute(api: Needs): void {
  const { app, desk } = api;

  app.put(
    '/api/settings/:key',
    {
      config: { rule: 'settings:manage' },
      schema: {
        tags: ['settings'],
        params: z.object({ key: z.string().max(100).describe(settingKeys.join(', ')) }),
        body: z.object({
          key: z.string().optional(),
          value: z.union([z.string(), z.number().transform(String)]),
        }),
        response: { 200: settingView },
      },
    },
    async (request, reply) => {
      const { key } = request.params;
      if (!isSettingKey(key)) throw new DomainError('ERR_NO_SETTING_FOUND');
      if (isIntegrationKey(key)) {
        const { outcome, set } = await setIntegrationKey(api, request, { key, value: request.body.value });
        await awaitSettled(api, reply, outcome);
        return { key, value: '', set };
      }
      const { super: isOfPlatform, granted } = settingOf(key);
      if (isOfPlatform || granted) demand(request.session, 'super');
      const parsedValue = settingOf(key).value.safeParse(request.body.value);
      if (!parsedValue.success)
        throw new DomainError('ERR_VALIDATION', `${key}: not a value of this setting`, {
          errors: { value: 'invalid' },
        });
      await awaitSettled(
        api,
        reply,
        await desk.companies.setSetting(
          { ...contextOf(request), ...(isOfPlatform && { companyId: platformCompanyId }) },
          { key, value: parsedValue.data },
        ),
      );
      return { key, value: parsedValue.data };
    },
  );
}
