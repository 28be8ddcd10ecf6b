import { z } from 'zod';

export const settingValue = z.union([z.string().max(2_000), z.number(), z.boolean()]);
export type SettingValue = z.output<typeof settingValue>;

/** What a connection is set to in what its channel alone has, by the names that channel declares; no secrets. */
export const connectionSettings = z.record(z.string().max(40), settingValue);
export type ConnectionSettings = Readonly<z.output<typeof connectionSettings>>;
