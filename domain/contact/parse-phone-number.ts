import { createRequire } from 'node:module';
import type { PhoneNumber } from 'libphonenumber-js/min';

const require = createRequire(import.meta.url);
let library: typeof import('libphonenumber-js/min') | undefined;

/** Returns what the library reads of a number, if it is one. Plans of all countries are 5 MB: they are loaded with the first. */
export function parsePhoneNumber(text: string, country?: 'BR'): PhoneNumber | undefined {
  library ??= require('libphonenumber-js/min') as typeof import('libphonenumber-js/min');
  return library.parsePhoneNumberFromString(text, country);
}
