import { plainText } from './plain.ts';

/** Returns a name as it is compared wherever names are unique: case, accents and blanks do not tell two apart. */
export const nameKey = (name: string): string => plainText(name).trim().replaceAll(/\s+/g, ' ');
