import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { ninthDigit } from './number-spellings.ts';

export { isNumber } from './number-spellings.ts';

/**
 * An address of a contact on the messaging app as it is stored: digits of a number (E.164 without the plus), `…@lid`
 * (an id that hides the number), or a group's id. Numbers typed by people may lack the country: Brazil is assumed for
 * 10 and 11 digits that are valid there.
 */
export const normalizeAddress = (raw: string, isGroup = false): string => {
  const text = raw.trim().toLowerCase();
  if (isGroup || text.endsWith('@lid') || text.endsWith('@g.us')) return text;
  const digits = text.replace(/@.*$/, '').replace(/\D/g, '');
  const international = parsePhoneNumberFromString(`+${digits}`);
  if (international?.isValid()) return digits;
  if (digits.length === 10 || digits.length === 11) {
    const brazilian = parsePhoneNumberFromString(digits, 'BR');
    if (brazilian?.isValid()) return brazilian.number.slice(1);
  }
  return digits;
};

/**
 * What is claimed: equal for every spelling of one address. Numbers that begin with 2 to 5 after the ninth digit keep
 * it: without it they would be somebody else's landline.
 */
export const addressKey = (address: string): string => address.replace(ninthDigit, '55$1$2');
