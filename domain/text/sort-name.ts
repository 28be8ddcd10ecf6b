import { plainText } from './plain.ts';

/** Digits of a number by this: how many there are stands before them. */
const most = 8;
/** Returns digits that stand by their value where texts are compared: '2' (`12`) before '10' (`210`). */
function sortNumber(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '');
  const beyond = Math.floor((value.length - 1) / most);
  return `${'9'.repeat(beyond)}${value.length - beyond * most}${value}`;
}

/**
 * Returns the name as lists sort it, as near to `compareNames` as a text can be that is compared byte by byte: 'Ágata' beside 'agata', not
 * behind 'Zoe', 'Loja 2' before 'Loja 10', signs before letters. The stores compare it so, and the console places
 * what is new by it.
 */
export const sortName = (name: string): string =>
  plainText(name)
    .trim()
    .replace(/[^\p{L}\p{N}\s]/gu, '!$&')
    .replace(/[0-9]+/g, sortNumber);

/** Returns a name as it is shown and as lists sort it, as documents have it. */
export const namesOf = (name: string) => ({ name, sortName: sortName(name) });
