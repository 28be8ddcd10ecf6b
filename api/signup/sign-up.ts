import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { settingValue } from '../../domain/company/settings.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { nameKey } from '../../domain/text/name-key.ts';
import { normalizeEmail } from '../../domain/user/user.ts';
import { languageOf } from '../../messaging/mail/letters.ts';
import { postMail } from '../../messaging/mail/outbox.ts';
import { carryOutSignUp, type SignUp } from '../../messaging/signup/signups.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { checkPassword } from '../auth/password-rule.ts';
import { hashPassword } from '../auth/passwords.ts';
import { derivedId } from '../http/commands.ts';
import { asksConfirmation, consoleUrl } from '../http/console-url.ts';
import { networkOf } from '../http/network.ts';
import type { Api } from '../services.ts';
import { createFloods } from './floods.ts';
import { type signUpBody, trialEnd } from './input.ts';

export type SignUpNeeds = Pick<Api, 'config' | 'desk' | 'now' | 'readStore' | 'security' | 'state' | 'vault'>;
type Typed = z.output<typeof signUpBody>;

const dayMs = 24 * 3_600_000;

/** Returns how many days a trial has. @throws ERR_USER_CREATION_DISABLED where the platform takes no sign-ups */
async function trialDays({ readStore }: SignUpNeeds): Promise<number> {
  const platform = await readStore.allCompanies().get<CompanyDocument>('companies', platformCompanyId);
  const settings = platform?.settings ?? {};
  if (settingValue(settings, 'allowregister') !== 'enabled')
    throw new DomainError('ERR_USER_CREATION_DISABLED');
  return Number(settingValue(settings, 'trial'));
}

interface OfferedPlan extends StoredDocument {
  readonly useInternal: boolean;
  /** Reais a month. */
  readonly value: number;
}

/** Returns the plan that a visitor has chosen. @throws ERR_VALIDATION naming `planId` where no visitor may choose it */
async function offeredPlan({ readStore }: SignUpNeeds, planId: string): Promise<OfferedPlan> {
  const plan = await readStore.allCompanies().get<OfferedPlan>('plans', planId);
  if (!plan?.useInternal)
    throw new DomainError('ERR_VALIDATION', 'No such plan', { errors: { planId: 'invalid' } });
  return plan;
}

/** A name that is taken is refused alike, whether or not the address has an account. One that has gone for good has none. */
async function checkName({ readStore }: SignUpNeeds, name: string, companyId: string): Promise<void> {
  const named = await readStore
    .allCompanies()
    .find<CompanyDocument>('companies', { where: { nameKey: nameKey(name) } });
  if (named.some(({ id, deletedAt, deletedUntil }) => id !== companyId && !(deletedAt && !deletedUntil)))
    throw new DomainError('ERR_ALREADY_EXISTS', 'someone else has it', {
      errors: { name: 'ERR_ALREADY_EXISTS' },
    });
}

/**
 * The owner of an account is told that somebody tried, once a day; who tried is not, where letters tell.
 * @throws ERR_EMAIL_ALREADY_EXISTS where no mail server is set up
 */
async function tellOwner(api: SignUpNeeds, request: FastifyRequest, email: string, company: string) {
  const { config, now } = api;
  if (!asksConfirmation(config))
    throw new DomainError('ERR_EMAIL_ALREADY_EXISTS', 'someone else has it', {
      errors: { email: 'ERR_EMAIL_ALREADY_EXISTS' },
    });
  await postMail(api, {
    id: `registered-${derivedId(email, String(Math.floor(now().getTime() / dayMs)))}`,
    to: email,
    letter: 'alreadyRegistered',
    language: languageOf(request.headers['accept-language']),
    values: { company, link: `${consoleUrl(config, request)}/login` },
  });
}

/** Returns what is to be made; the same for a request that is repeated under its Idempotency-Key. */
async function plannedOf(
  api: SignUpNeeds,
  request: FastifyRequest,
  { password, ...typed }: Typed,
  lastDay: string | null,
): Promise<SignUp> {
  const { config, readStore } = api;
  const { name, phone, planId, timeZone } = typed;
  const email = normalizeEmail(typed.email);
  const key = request.headers['idempotency-key'];
  const companyId =
    key === undefined ? newId() : derivedId('signup', String(key), email, name, phone, planId);
  const recommender = typed.companyId && (await readStore.allCompanies().get('companies', typed.companyId));
  return {
    companyId,
    userId: derivedId(companyId, 'admin'),
    name,
    email,
    phone,
    planId,
    timeZone,
    recommendedBy: recommender ? recommender.id : undefined,
    passwordHash: await hashPassword(password),
    dueDate: lastDay,
    letter: asksConfirmation(config)
      ? { url: consoleUrl(config, request), language: languageOf(request.headers['accept-language']) }
      : undefined,
    correlationId: request.id,
  };
}

/** Returns how a visitor signs a company up. It resolves with the last day of the trial, null where the plan costs nothing, and how far the log is where anything was made. */
export function createSignUp(api: SignUpNeeds) {
  const countOne = createFloods(api.state);

  return async (
    request: FastifyRequest,
    typedForm: Typed,
  ): Promise<{ readonly dueDate: string | null; readonly position?: number }> => {
    const days = await trialDays(api);
    const plan = await offeredPlan(api, typedForm.planId);
    await checkPassword(typedForm.password, typedForm);
    await countOne({ network: networkOf(request.ip), email: normalizeEmail(typedForm.email) });
    // A trial of what costs nothing would end with nothing to be paid: it goes on instead.
    const lastDay = plan.value === 0 ? null : trialEnd(api.now(), typedForm.timeZone, days);
    const plannedSignUp = await plannedOf(api, request, typedForm, lastDay);
    const { userId, email, name, dueDate } = plannedSignUp;
    await checkName(api, name, plannedSignUp.companyId);
    const [known] = await api.readStore
      .allCompanies()
      .find<UserDocument>('users', { where: { email }, limit: 1 });
    // Asked again under the same key after the answer was lost: it is there.
    if (known?.id === userId) return { dueDate };
    try {
      if (known) throw new DomainError('ERR_EMAIL_ALREADY_EXISTS');
      const { companyId, position } = await carryOutSignUp(api, plannedSignUp);
      api.security.note('signed_up', request, { userId, companyId });
      return { dueDate, position };
    } catch (error) {
      if (!isDomainError(error, 'ERR_EMAIL_ALREADY_EXISTS')) throw error;
      await tellOwner(api, request, email, name);
      return { dueDate };
    }
  };
}
