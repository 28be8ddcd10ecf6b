import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { integrationView } from '../../contract/integration.ts';
import { can } from '../../domain/access/policy.ts';
import { hasFeature } from '../../domain/company/features.ts';
import {
  type Integration,
  type IntegrationKey,
  integrationKinds,
  isIntegrationKey,
  keysOf,
  markOf,
  typedKey,
} from '../../domain/company/integrations.ts';
import { demandFeature } from '../../domain/company/plan.ts';
import { settingKeys } from '../../domain/company/settings.ts';
import type { Outcome } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { BillingSystemError } from '../../domain/ports/billing-system.ts';
import {
  changeIntegrationKey,
  dropIntegrationKey,
  readIntegrationKey,
  readIntegrationKeys,
} from '../../messaging/integration-keys.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { Session } from '../auth/subject.ts';
import { contextOf } from '../http/commands.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'billingSystems' | 'desk' | 'limits' | 'log' | 'now' | 'state' | 'vault'>;

/** How the last try went, as it is kept for whoever looks next. */
type Trial = NonNullable<z.output<typeof integrationView>['trial']>;
const trialKey = (companyId: string, kind: Integration) => `integration-trial/${companyId}/${kind}`;
const keptFor = { ttlMs: 90 * 24 * 3_600_000 };

const companyOf = ({ read, session }: FastifyRequest) =>
  read.get<CompanyDocument>('companies', session.companyId);

/** Whether somebody is shown which keys are set: the super user, and admins whose plan has integrations. */
const sees = (session: Session, company: CompanyDocument | undefined): boolean =>
  session.super ||
  (can(session, 'settings:manage') && company !== undefined && hasFeature(company, 'useIntegrations'));

/** Returns a mark for each key: whether it is set, never what it is. Nothing for who may not see them. */
export const keyMarks = (session: Session, company: CompanyDocument | undefined) =>
  sees(session, company)
    ? settingKeys
        .filter(isIntegrationKey)
        .map((key) => ({ key, value: '', set: markOf(company?.settings ?? {}, key) !== undefined }))
    : [];

/** Returns the company, which may have integrations. @throws ERR_PLAN_FEATURE */
async function demandIntegrations(request: FastifyRequest): Promise<CompanyDocument> {
  const company = await companyOf(request);
  if (!request.session.super) demandFeature(company, 'useIntegrations');
  if (!company) throw new DomainError('ERR_NOT_FOUND');
  return company;
}

/** Returns the settings that a command has changed: the one that was asked for first, then those that went with it. */
const changedBy = ({ events }: Outcome) =>
  events.map(({ data }) => data as { readonly key: IntegrationKey; readonly value: string });

/**
 * Resolves with whether a key is set now: it is kept, or taken away where it is empty; with another address go the keys
 * that are sent there.
 * @throws ERR_PLAN_FEATURE, ERR_VALIDATION at `value`
 */
export async function setIntegrationKey(
  api: Needs,
  request: FastifyRequest,
  { key, value }: { readonly key: IntegrationKey; readonly value: string },
): Promise<{ readonly outcome: Outcome; readonly set: boolean }> {
  const { settings } = await demandIntegrations(request);
  const { companyId } = request.session;
  const typed = typedKey(key, value);
  const before = markOf(settings, key);
  const setTo = (mark: string) => api.desk.companies.setSetting(contextOf(request), { key, value: mark });
  // As it is already: an address that is typed once more leaves its keys.
  if (before !== undefined && typed === (await readIntegrationKey(api, companyId, settings, key)))
    return { outcome: await setTo(before), set: true };
  let outcome: Outcome | undefined;
  await changeIntegrationKey(api, { companyId, key, value: typed, before }, async (mark) => {
    outcome = await setTo(mark);
    return changedBy(outcome)[0]?.value;
  });
  for (const { key: other } of changedBy(outcome!).slice(1)) {
    const mark = markOf(settings, other);
    if (mark !== undefined) await dropIntegrationKey(api, { companyId, key: other, mark });
  }
  for (const kind of integrationKinds)
    if (keysOf(kind).includes(key)) await api.state.delete(trialKey(companyId, kind));
  return { outcome: outcome!, set: typed !== '' };
}

/** Which keys a company has set, and whether they open the other side. */
export function integrationRoutes(api: Needs): void {
  const { app, state } = api;
  const config = { rule: 'settings:manage' } as const;

  const viewOf = async (request: FastifyRequest, kind: Integration, { settings }: CompanyDocument) => ({
    kind,
    keys: keysOf(kind).map((key) => ({ key, set: markOf(settings, key) !== undefined })),
    trial: (await state.get<Trial>(trialKey(request.session.companyId, kind)))?.value ?? null,
  });

  app.get(
    '/api/settings/integrations',
    {
      config,
      schema: {
        tags: ['settings'],
        summary: 'The integrations: which keys are set (never what they are), and how the last try went.',
        response: { 200: z.array(integrationView) },
      },
    },
    async (request) => {
      const company = await demandIntegrations(request);
      return Promise.all(integrationKinds.map((kind) => viewOf(request, kind, company)));
    },
  );

  app.post(
    '/api/settings/integrations/:kind/test',
    {
      config,
      schema: {
        tags: ['settings'],
        summary: 'Try an integration: whether the other side answers and takes the keys.',
        params: z.object({ kind: z.enum(integrationKinds) }),
        response: { 200: integrationView },
      },
    },
    async (request) => {
      const company = await demandIntegrations(request);
      // Each sends a question out, to where the company says.
      api.limits.question(request.session);
      const { kind } = request.params;
      const trial = await tryOut(api, company, kind);
      await state.set<Trial>(trialKey(company.id, kind), trial, keptFor);
      return viewOf(request, kind, company);
    },
  );
}

async function tryOut(api: Needs, { id, settings }: CompanyDocument, kind: Integration): Promise<Trial> {
  const keys = await readIntegrationKeys(api, id, settings, kind);
  const at = api.now().toISOString();
  if (keys === undefined) return { outcome: 'unset', at, ms: 0, status: null };
  const start = performance.now();
  const result = (outcome: Trial['outcome'], status: number | null = null): Trial => ({
    outcome,
    at,
    status,
    ms: Math.round(performance.now() - start),
  });
  try {
    await api.billingSystems.use(id, kind, keys, (system) => system.check());
    return result('answers');
  } catch (error) {
    if (!(error instanceof BillingSystemError)) throw error;
    api.log.info({ err: error, companyId: id, kind }, 'an integration was tried and does not answer');
    return result(error.failure, error.status ?? null);
  }
}
