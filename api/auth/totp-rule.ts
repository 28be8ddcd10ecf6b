import { can, type KnownRights } from '../../domain/access/policy.ts';
import { settingValue } from '../../domain/company/settings.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';

/** Returns whether their company lets this person sign in with a second step only. */
export function isTotpRequired(
  rights: KnownRights,
  { settings }: Pick<CompanyDocument, 'settings'>,
): boolean {
  const of = settingValue(settings, 'requireTotp');
  return of === 'all' || (of === 'admins' && (rights.super || can(rights, 'users:manage')));
}
