import { createHash } from 'node:crypto';
import { can, type KnownRights } from '../../domain/access/policy.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import type { App } from '../deps.ts';
import { isThere } from '../http/company-time.ts';
import type { Sessions } from './sessions.ts';
import { signToken } from './tokens.ts';

// A company whose due date has passed lets nobody in, and yet somebody must be able to pay. Who may pay is given a token
// that stands in no store: what it is bound to is its session id. It reaches routes with `billing`, and the payment's events.

const ttlSeconds = 15 * 60;
const prefix = 'billing';

type Owner = KnownRights & Pick<UserDocument, 'id' | 'companyId' | 'passwordSetBy'>;
/**
 * `sign-in`: whoever has it has shown all that a session asks for. `link`: a letter was opened, which may have been handed on.
 * `session`: a session could not go on, which does so by itself once the company has paid.
 */
export type BillingOrigin = 'sign-in' | 'link' | 'session';

const passwordMark = ({ passwordSetBy }: Pick<Owner, 'passwordSetBy'>): string =>
  createHash('sha256')
    .update(passwordSetBy ?? '')
    .digest('base64url')
    .slice(0, 22);

export const isBillingSid = (sid: string): boolean => sid.startsWith(`${prefix}.`);

/** Returns how the token came about that this session id is of. */
export const originOf = (sid: string): string | undefined =>
  isBillingSid(sid) ? sid.split('.')[1] : undefined;

/** Returns whether the session id still holds: in its time, of somebody who may pay, with the same password, of a company that is there. */
export function standsForBilling(
  sid: string,
  user: Omit<Owner, 'id' | 'companyId'> | undefined,
  company: CompanyDocument | undefined,
  now: Date,
): boolean {
  const [, , until, mark] = sid.split('.');
  return (
    user !== undefined &&
    can(user, 'billing:manage') &&
    isThere(company) &&
    now.getTime() < Number(until) &&
    mark === passwordMark(user)
  );
}

/** Returns a token for invoices, checkout and the payment's events; undefined for who may not pay. */
export function grantBilling(
  { app, now }: { readonly app: App; readonly now: () => Date },
  user: Owner,
  origin: BillingOrigin,
): { readonly token: string; readonly expiresIn: number } | undefined {
  if (!can(user, 'billing:manage')) return undefined;
  const until = now().getTime() + ttlSeconds * 1_000;
  const sid = [prefix, origin, until, passwordMark(user)].join('.');
  const claims = { sub: user.id, cid: user.companyId, sid };
  return { token: signToken(app, 'billing', claims, ttlSeconds), expiresIn: ttlSeconds };
}

/** Resolves with whether it ended a token before its time: it was left, or taken for its one whole session. False: somebody has. */
export const spendBilling = (sessions: Pick<Sessions, 'spend'>, sid: string): Promise<boolean> =>
  sessions.spend(sid, 2 * ttlSeconds * 1_000);
