import type { Subject } from '../../domain/access/policy.ts';
import {
  isSettingKey,
  type SettingKey,
  settingKeys,
  settingOf,
  settingValue,
} from '../../domain/company/settings.ts';

/** Whether a setting is shown: secrets are to nobody; what is of the whole platform only to super users, unless everybody may read it. */
const isShown = (key: string, viewer: Pick<Subject, 'super'>): key is SettingKey => {
  if (!isSettingKey(key)) return false;
  const setting = settingOf(key);
  return !setting.secret && (!setting.super || setting.public === true || viewer.super);
};

export type Stored = Readonly<Record<string, string>>;

/** Returns every setting that the viewer may see, with its default where nothing is set. `ofPlatform`: what holds for all. */
export const visibleSettings = (ofCompany: Stored, ofPlatform: Stored, viewer: Pick<Subject, 'super'>) =>
  settingKeys
    .filter((key) => isShown(key, viewer))
    .map((key) => ({ key, value: settingValue(settingOf(key).super ? ofPlatform : ofCompany, key) }));
