import { isHostedLidUser, isJidGroup, isLidUser, jidDecode, jidNormalizedUser } from 'baileys';

/** Returns our form of a WhatsApp address: digits of a number, `…@lid`, or a group's id. Undefined: nobody to talk to. */
export function addressOf(jid: string | null | undefined): string | undefined {
  const decoded = jidDecode(jid ?? undefined);
  if (!decoded?.user) return undefined;
  if (isLidUser(jid ?? undefined) || isHostedLidUser(jid ?? undefined)) return `${decoded.user}@lid`;
  return decoded.user;
}

/** Returns addresses in our form, numbers first: a number says more than a lid, and what the contact is known by may be either. */
export function addressesOf(...jids: readonly (string | null | undefined)[]): readonly string[] {
  const found = new Set(jids.map(addressOf).filter((address) => address !== undefined));
  return [...found].sort((a, b) => Number(a.endsWith('@lid')) - Number(b.endsWith('@lid')));
}

/** Returns WhatsApp's form of our address. */
export function jidOf(address: string, isGroup: boolean): string {
  if (isGroup) return `${address.replace(/@g\.us$/, '')}@g.us`;
  if (address.endsWith('@lid')) return address;
  return `${address.replace(/\D/g, '')}@s.whatsapp.net`;
}

/** Returns the number of the paired phone itself. */
export const ownNumber = (jid: string | undefined): string => addressOf(jidNormalizedUser(jid)) ?? '';

export const isGroup = (jid: string | null | undefined): boolean => isJidGroup(jid ?? undefined) === true;
