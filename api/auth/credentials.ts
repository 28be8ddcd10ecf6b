import type { FastifyReply } from 'fastify';
import { toWire } from '../../contract/wire.ts';
import type { SessionUserOnWire } from '../../contract/wire-views.ts';
import { isOverdue } from '../../domain/company/overdue.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { isThere } from '../http/company-time.ts';
import { mediaCookie } from '../http/guard.ts';
import type { Api } from '../services.ts';
import { sessionUserViewOf } from '../users/view.ts';
import { type BillingOrigin, grantBilling } from './billing-token.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { withGrant } from './grants.ts';
import type { Turn } from './sessions.ts';
import { accessTtlSeconds, signToken } from './tokens.ts';

type Needs = Pick<Api, 'app' | 'names' | 'now' | 'readStore' | 'config'>;

export const refreshCookie = 'refresh';

/**
 * `payer`: who has shown that they are this user, and may go on to the invoices where they may pay.
 * @throws ERR_COMPANY_EXPIRED with details {dueDate, reason, billing?: {token, expiresIn}}; ERR_COMPANY_OFF, to a payer only
 */
export function refuseExpired(
  api: Pick<Api, 'app' | 'now'>,
  company: CompanyDocument | undefined,
  payer?: Parameters<typeof grantBilling>[1],
  origin: BillingOrigin = 'sign-in',
): asserts company is CompanyDocument {
  // Who has shown all that is asked for would else change a password that is right.
  const isOff = payer !== undefined && company?.active === false && company.deletedAt === null;
  if (!isThere(company)) throw new DomainError(isOff ? 'ERR_COMPANY_OFF' : 'ERR_INVALID_CREDENTIALS');
  if (!isOverdue(company.dueDate, company.timeZone, api.now())) return;
  const [year, month, day] = company.dueDate!.split('-');
  const billing = payer && grantBilling(api, payer, origin);
  throw new DomainError(
    'ERR_COMPANY_EXPIRED',
    `Sua assinatura venceu em ${day}/${month}/${year}. Entre em contato com o suporte.`,
    { details: { dueDate: company.dueDate, reason: 'company', ...(billing && { billing }) } },
  );
}

/**
 * Returns the company and the user's view; `payer` as of `refuseExpired`. Read from the store: login and refresh are
 * rare and must be fresh.
 */
export async function accountOf(
  api: Needs,
  user: UserDocument,
  payer?: UserDocument,
): Promise<{ company: CompanyDocument; view: SessionUserOnWire }> {
  const company = await api.readStore
    .forCompany(user.companyId)
    .get<CompanyDocument>('companies', user.companyId);
  const names = await api.names.company(user.companyId);
  refuseExpired(api, company, payer && withGrant(names, payer));
  return {
    company,
    view: toWire(sessionUserViewOf(user, company, names, await api.names.platformSettings())),
  };
}

/** Resolves with the body of the answer that it put the cookies into: an access token for 15 minutes and who is signed in. */
export async function grant(
  api: Needs,
  reply: FastifyReply,
  user: UserDocument,
  { sid, turn, leftMs }: { readonly sid: string } & Turn,
) {
  const { app, config } = api;
  const { view } = await accountOf(api, user);
  const claim = { sub: user.id, cid: user.companyId, sid, turn };
  const seconds = leftMs / 1000;
  const set = (kind: 'refresh' | 'media', path: string) =>
    reply.setCookie(
      cookieName(config, kind),
      signToken(app, kind, claim, seconds),
      cookieOptions(config, path, leftMs),
    );
  set(refreshCookie, '/api/auth');
  set(mediaCookie, '/api/media');
  const expiresIn = Math.max(1, Math.floor(Math.min(accessTtlSeconds, seconds)));
  return { token: signToken(app, 'access', claim, expiresIn), expiresIn, user: view };
}

export function forget({ config }: Needs, reply: FastifyReply): void {
  reply.clearCookie(cookieName(config, refreshCookie), cookieOptions(config, '/api/auth'));
  reply.clearCookie(cookieName(config, mediaCookie), cookieOptions(config, '/api/media'));
}
