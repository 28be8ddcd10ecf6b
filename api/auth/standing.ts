import { noGrant } from '../../domain/access/grant.ts';
import type { Grant } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { isThere, isWorking } from '../http/company-time.ts';
import type { Names } from '../names/names.ts';
import { isBillingSid, standsForBilling } from './billing-token.ts';
import { grantFor } from './grants.ts';
import type { SessionEnd, Sessions } from './sessions.ts';
import { type Session, sessionOf } from './subject.ts';
import type { Claims } from './tokens.ts';

/** What it takes to say whether a session stands. */
export interface SessionServices {
  readonly sessions: Sessions;
  readonly names: Names;
  readonly now: () => Date;
}

type Shown = Omit<UserDocument, 'passwordHash'>;

/** Returns why somebody who is not there any more has no session: their whole company has gone, or they alone. */
export function endOfGone(company: CompanyDocument | undefined): SessionEnd {
  if (company === undefined) return 'ended';
  return isThere(company) ? 'deleted' : 'company';
}

/** Returns how a session stands: its user as they are now, and why it has ended if it has. */
export async function standing(
  { sessions, names, now }: SessionServices,
  {
    userId,
    companyId,
    sid,
    turn,
  }: { userId: string; companyId: string; sid: string; turn?: number | undefined },
): Promise<{ user: Shown | undefined; grant: Grant | undefined; end: SessionEnd | undefined }> {
  const look = async () => {
    const company = await names.company(companyId);
    const user = company.get('users', userId);
    const ownCompany = company.get('companies', companyId);
    const grant = user && grantFor(company, user);
    if (isBillingSid(sid)) {
      const stands =
        standsForBilling(sid, user && { ...user, grant }, ownCompany, now()) &&
        !(await sessions.isSpent(sid));
      return { user, grant, end: stands ? undefined : ('ended' as const) };
    }
    if (!user) return { user, grant, end: endOfGone(ownCompany) };
    const end = await sessions.endOf(userId, sid, user.passwordSetBy, turn);
    return {
      user,
      grant,
      end: end ?? (isWorking(ownCompany, now()) ? undefined : 'company'),
    };
  };
  const found = await look();
  const isOld = found.end === 'password' || found.end === 'company' || (found.end && isBillingSid(sid));
  if (found.user && !isOld && found.grant !== noGrant) return found;
  // A user, a role, a password or a company of this very moment: the feed may be behind.
  await Promise.all([
    names.refresh(companyId, 'users', userId),
    names.refresh(companyId, 'companies', companyId),
  ]);
  const { roleId } = (await names.company(companyId)).get('users', userId) ?? {};
  if (roleId) await names.refresh(companyId, 'roles', roleId);
  return look();
}

/** @throws ERR_NO_SESSION with details {reason} where the browser has something to say of it */
export function refuseEnded(end: SessionEnd | undefined): never {
  throw new DomainError('ERR_NO_SESSION', undefined, {
    ...(end && end !== 'ended' && { details: { reason: end } }),
  });
}

/** Returns the session that the claims name, with present rights. @throws ERR_NO_SESSION when it has ended */
export async function resolveSession(
  api: SessionServices,
  { sub, cid, sid, turn, kind }: Claims,
): Promise<Session> {
  // Only a call tells that new tokens have arrived: the cookie of files is sent by itself.
  const seen = kind === 'access' ? turn : undefined;
  const { user, grant, end } = await standing(api, { userId: sub, companyId: cid, sid, turn: seen });
  if (!user || end) refuseEnded(end);
  return sessionOf(user, sid, grant);
}
