import { grantOf, noGrant } from '../../domain/access/grant.ts';
import { covers, type Grant, type Rights } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import type { CompanyNames } from '../names/names.ts';

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
type CompanyNamesOf = { company(companyId: string): Promise<Pick<CompanyNames, 'get'>> };

/** Returns whether the asker may do all that somebody may: who sets another's password may be them. */
export const coversUser = async (names: CompanyNamesOf, asker: Rights, user: Person): Promise<boolean> =>
  covers(asker, withGrant(await names.company(user.companyId), user));

/** @throws ERR_NO_PERMISSION */
export async function demandCover(names: CompanyNamesOf, asker: Rights, user: Person): Promise<void> {
  if (!(await coversUser(names, asker, user))) throw new DomainError('ERR_NO_PERMISSION');
}
