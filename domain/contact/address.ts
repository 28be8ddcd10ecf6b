import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

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

/** Whether a stored address is a number: anything longer is none anywhere in the world. */
export const isNumber = (address: string): boolean => /^\d{8,20}$/.test(address);

/** Mobile numbers of Brazil came with and without a ninth digit: 55, area, 9, and eight digits that begin with 6 to 9. */
const ninthDigit = /^55(\d\d)9([6-9]\d{7})$/;

/**
 * What is claimed: equal for every spelling of one address. Numbers that begin with 2 to 5 after the ninth digit keep
 * it: without it they would be somebody else's landline.
 */
export const addressKey = (address: string): string => address.replace(ninthDigit, '55$1$2');
