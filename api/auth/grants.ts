import { grantOf, noGrant } from '../../domain/access/grant.ts';
import { covers, type Grant, type Rights, seesAllOf } from '../../domain/access/policy.ts';
import type { QueueScope } from '../../domain/access/queue-scope.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import type { CompanyNames } from '../names/names.ts';
import { queuesOf } from '../names/refs.ts';

/** By the document, which is another one after each change: every request and every frame asks. */
const grantCache = new WeakMap<RecordDocument, Grant>();

/** Returns what somebody's role grants; undefined: they have their profile's rules. A role that is not there grants nothing. */
export function grantFor(
  names: Pick<CompanyNames, 'get'> | undefined,
  { roleId }: Pick<UserDocument, 'roleId'>,
): Grant | undefined {
  if (!roleId) return undefined;
  const role = names?.get('roles', roleId);
  if (role === undefined) return noGrant;
  const known = grantCache.get(role);
  if (known) return known;
  const grant = grantOf(role);
  grantCache.set(role, grant);
  return grant;
}

/** Returns somebody with what their role grants. */
export const withGrant = <U extends Pick<UserDocument, 'roleId'>>(
  names: Pick<CompanyNames, 'get'>,
  user: U,
): U & { readonly grant: Grant | undefined } => ({ ...user, grant: grantFor(names, user) });

type Person = Pick<UserDocument, 'companyId' | 'profile' | 'roleId' | 'super'>;
type Asker = Rights & { readonly userId: string; readonly scope: QueueScope };
type CompanyNamesOf = { company(companyId: string): Promise<Pick<CompanyNames, 'get'>> };

/** Returns whether the asker may do all that somebody may: who sets another's password may be them. */
export const coversUser = async (names: CompanyNamesOf, asker: Rights, user: Person): Promise<boolean> =>
  covers(asker, withGrant(await names.company(user.companyId), user));

/**
 * Demands that the asker is, or may be, somebody: may do what they may, and sees what they see, in all of their queues.
 * @param fields what is asked for, where a form did @throws ERR_NO_PERMISSION naming the fields
 */
export async function demandStandIn(
  names: { company(companyId: string): Promise<CompanyNames> },
  asker: Asker,
  user: Person & Pick<UserDocument, 'id' | 'queueIds' | 'allTicket'>,
  fields: readonly string[] = [],
): Promise<void> {
  await demandCover(names, asker, user);
  const known = await names.company(user.companyId);
  const queues = queuesOf(known, grantFor(known, user)?.queueIds ?? user.queueIds);
  const isTheirs = seesAllOf(asker.scope, { ...user, queueIds: queues.map(({ id }) => id) });
  if (user.id === asker.userId || isTheirs) return;
  throw new DomainError('ERR_NO_PERMISSION', 'they work in queues that the asker does not see', {
    details: { reason: 'queues' },
    ...(fields.length > 0 && {
      errors: Object.fromEntries(fields.map((field) => [field, 'otherQueues'])),
    }),
  });
}

/** @throws ERR_NO_PERMISSION */
export async function demandCover(names: CompanyNamesOf, asker: Rights, user: Person): Promise<void> {
  if (!(await coversUser(names, asker, user))) throw new DomainError('ERR_NO_PERMISSION');
}
