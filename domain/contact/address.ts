import { ninthDigit } from './number-spellings.ts';
import { parsePhoneNumber } from './parse-phone-number.ts';

export { isNumber } from './number-spellings.ts';

// How hidden ids and groups are spelled in what is stored, whatever the channel: a driver writes its own that way.
const hiddenEnd = '@lid';
const group = '@g.us';

/** Returns whether an address is an id behind which a network hides a person's number. */
export const isHidden = (address: string): boolean => address.endsWith(hiddenEnd);

/**
 * Returns a bare address of a contact as it is stored: digits of a number (E.164 without the plus), a hidden id or a
 * group's id. Numbers typed by people may lack the country: Brazil is assumed for 10 and 11 digits that are valid
 * there, and for more that begin with its trunk's 0 (and a carrier's code): no country's number does. One that is dialled
 * from abroad, with 00 in front, is that country's.
 */
export const normalizeAddress = (raw: string, isGroup = false): string => {
  const text = raw.trim().toLowerCase();
  if (isGroup || isHidden(text) || text.endsWith(group)) return text;
  const digits = text.replace(/@.*$/, '').replace(/\D/g, '');
  const international = parsePhoneNumber(`+${digits}`);
  if (international?.isValid()) return digits;
  const dialled = digits.startsWith('00') ? digits.slice(2) : '';
  if (dialled !== '' && isTelephone(dialled)) return dialled;
  if (digits.length === 10 || digits.length === 11 || digits.startsWith('0')) {
    const brazilian = parsePhoneNumber(digits, 'BR');
    if (brazilian?.isValid()) return brazilian.number.slice(1);
  }
  return digits;
};

/** Returns whether there are letters in what should be a number: '… ramal 22' would be somebody else's with the digits alone. */
export const hasLetters = (raw: string): boolean => /\p{L}/u.test(raw.replace(/@.*$/s, ''));

const ofChannel = /^([a-z][a-z0-9-]{0,39}):(.+)$/s;

/**
 * Returns an address of a channel that has its own kind of them, as events, claims and documents hold it: the same
 * digits are a telephone number's owner, who stands bare, or somebody else on each of these.
 */
export const channelAddress = (kind: string, address: string): string => `${kind}:${address}`;

/** Returns the channel whose own address this is, and the address as that channel writes it; undefined: it is a bare one. */
export const ownAddress = (
  stored: string,
): { readonly kind: string; readonly address: string } | undefined => {
  const [, kind, address] = ofChannel.exec(stored) ?? [];
  return kind === undefined || address === undefined ? undefined : { kind, address };
};

/**
 * Returns an address that a messaging network gave, in the one spelling that is stored; one of a channel's own is in
 * it already.
 */
export const storedAddress = (given: string, isGroup = false): string =>
  ownAddress(given) ? given : normalizeAddress(given, isGroup);

/** Returns whether normalised digits are a telephone number that there may be, of whatever country. */
export const isTelephone = (digits: string): boolean =>
  /^\d+$/.test(digits) && parsePhoneNumber(`+${digits}`)?.isValid() === true;

/**
 * Returns what is claimed of an address: equal for every spelling of one address. Numbers that begin with 2 to 5
 * after the ninth digit keep it: without it they would be somebody else's landline.
 */
export const addressKey = (address: string): string => address.replace(ninthDigit, '55$1$2');

/** Returns whether one of the addresses, as a network gave them, is this contact's. */
export function belongsTo(
  addresses: readonly string[],
  {
    number,
    aliases,
    isGroup,
  }: { readonly number: string; readonly aliases: readonly string[]; readonly isGroup: boolean },
): boolean {
  const keyOf = (address: string) => addressKey(storedAddress(address, isGroup));
  const ownKeys = new Set([number, ...aliases].filter(Boolean).map(keyOf));
  return addresses.some((address) => ownKeys.has(keyOf(address)));
}
