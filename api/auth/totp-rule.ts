import { settingValue } from '../../domain/company/settings.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';

/** Returns whether their company lets this person sign in with a second step only. */
export function isTotpRequired(
  { profile, super: isSuper }: Pick<UserDocument, 'profile' | 'super'>,
  { settings }: Pick<CompanyDocument, 'settings'>,
): boolean {
  const of = settingValue(settings, 'requireTotp');
  return of === 'all' || (of === 'admins' && (isSuper || profile === 'admin'));
}
