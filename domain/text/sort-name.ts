import { plainText } from './plain.ts';

/**
 * Returns the name as lists sort it: 'Ágata' beside 'agata', not behind 'Zoe'. The stores compare it byte by byte, the
 * console places what is new by the same text.
 */
export const sortName = (name: string): string => plainText(name).trim();
