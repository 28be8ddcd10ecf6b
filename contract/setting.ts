import { z } from 'zod';
import { logoRef } from '../domain/company/logos.ts';

/** A setting that everybody may read. */
export const publicSetting = z.object({ key: z.string(), value: z.string() });
export type PublicSetting = z.output<typeof publicSetting>;

/** A setting. `set`: of a key of an integration only whether it is there. */
export const settingView = publicSetting.extend({
  set: z.boolean().optional(),
  /** Who set it last, and when; absent: nobody has, or it is not for the reader to know. */
  changedAt: z.string().optional(),
  changedBy: z.string().optional(),
});
export type SettingView = z.output<typeof settingView>;

/** An image of the installation. */
export const logoView = z.object({
  ref: logoRef,
  /** It is the product's. */
  own: z.boolean(),
  url: z.string(),
});
export type LogoView = z.output<typeof logoView>;

/** What everybody may know of the installation. `maxUploadBytes`: the largest file it takes. */
export const versionView = z.object({ version: z.string(), maxUploadBytes: z.number() });
export type VersionView = z.output<typeof versionView>;
