import { z } from 'zod';
import { DomainError } from '../errors.ts';
import type { SettingKey } from './settings.ts';

/** A place of somebody's own: `https://ixc.provedor.exemplo`, also typed without the scheme; only its origin is gone to. */
const address = z
  .string()
  .trim()
  .max(300)
  .transform((text, check) => {
    const given = text.includes('://') ? text : `https://${text}`;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url && url.username === '' && url.password === '' && /^https?:$/.test(url.protocol))
      return url.origin;
    check.addIssue('not an address');
    return z.NEVER;
  });
/** It goes into a header: nothing that would end one. */
const secretText = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{4,500}$/);

/** Other people's systems that a company's bot can ask, and the keys that each needs, as they are typed. */
export const integrations = {
  ixc: { ipixc: address, tokenixc: secretText },
  mkauth: { ipmkauth: address, clientidmkauth: secretText, clientsecretmkauth: secretText },
  asaas: { asaas: secretText },
} as const satisfies Record<string, Partial<Record<SettingKey, z.ZodType<string, string>>>>;

export type Integration = keyof typeof integrations;
export const integrationKinds = Object.keys(integrations) as Integration[];
type KeyOf<K extends Integration> = keyof (typeof integrations)[K];
export type IntegrationKey = { [K in Integration]: KeyOf<K> }[Integration] & SettingKey;
/** The keys of one integration, as they were typed. */
export type KeysOf<K extends Integration> = Readonly<Record<KeyOf<K>, string>>;

const forms: Readonly<Record<string, z.ZodType<string, string>>> = Object.assign(
  {},
  ...Object.values(integrations),
);
export const keysOf = (kind: Integration): readonly IntegrationKey[] =>
  Object.keys(integrations[kind]) as IntegrationKey[];
export const isIntegrationKey = (key: string): key is IntegrationKey => Object.hasOwn(forms, key);

/** Where an address stands among the keys of an integration: the others of it are sent there. */
const addresses: readonly IntegrationKey[] = ['ipixc', 'ipmkauth'];

/** Returns the keys that are sent to the address that this one is; none: it is no address. */
export const keysSentTo = (key: string): readonly IntegrationKey[] => {
  const kind = integrationKinds.find((one) => keysOf(one).some((own) => own === key));
  if (kind === undefined || !addresses.some((own) => own === key)) return [];
  return keysOf(kind).filter((own) => own !== key);
};

/** Returns what is kept of what was typed; '' takes the key away. @throws ERR_VALIDATION on `value`, without saying it */
export function typedKey(key: IntegrationKey, text: string): string {
  if (text.trim() === '') return '';
  const typed = forms[key]?.safeParse(text);
  if (typed?.success) return typed.data;
  throw new DomainError('ERR_VALIDATION', `${key}: not of its form`, { errors: { value: 'invalid' } });
}

/** Returns which of what a company has set stands for this key in the vault; undefined: it is not set. */
export function markOf(settings: Readonly<Record<string, string>>, key: IntegrationKey): string | undefined {
  const mark = Object.hasOwn(settings, key) ? settings[key] : undefined;
  // What was typed before keys had their place in the vault is no mark.
  return z.uuid().safeParse(mark).data;
}
