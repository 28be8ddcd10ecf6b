import { type Database, decode, encode } from './database.ts';
import { codeLength } from './schema.ts';

const codes = 36 ** codeLength;
/** Stands in no row: what is asked of a company that has nothing here. */
export const nobody = -1;

/** Returns the letters that part one company's search words from another's, by its number. */
export const codeOf = (number: number): string => number.toString(36).padStart(codeLength, '0');

/**
 * Returns the numbers of companies, by which every row and index entry says whose it is: a byte or two instead of a UUID's 16. A company
 * has one from its first document on, and each file its own.
 */
export function createCompanies(database: Database) {
  const numbers = new Map<string, number>();
  const ids = new Map<number, string>();
  const find = (companyId: string): number => {
    const known = numbers.get(companyId);
    if (known !== undefined) return known;
    const row = database.get('SELECT number FROM companies WHERE company = ?', [encode(companyId)]);
    if (!row) return nobody;
    const number = row[0] as number;
    numbers.set(companyId, number);
    return number;
  };
  return {
    /** Returns the number of a company, one that no row has where it has none. */
    find,
    allot: (companyId: string): number => {
      const held = find(companyId);
      if (held !== nobody) return held;
      // Not remembered here: the transaction may yet roll back.
      database.run('INSERT INTO companies (company) VALUES (?)', [encode(companyId)]);
      const number = database.get('SELECT last_insert_rowid()')![0] as number;
      if (number >= codes) throw new Error(`more than ${codes} companies in one read store`);
      return number;
    },
    /** Returns whose number it is. @throws Error where it is nobody's */
    idOf: (number: number): string => {
      const known = ids.get(number);
      if (known !== undefined) return known;
      const row = database.get('SELECT company FROM companies WHERE number = ?', [number]);
      if (!row) throw new Error(`no company has the number ${number} in this read store`);
      const id = decode(row[0]) as string;
      ids.set(number, id);
      return id;
    },
    all: (): readonly number[] =>
      database.all('SELECT number FROM companies').map(([number]) => number as number),
    /** After a rollback: a number read inside that transaction may be allotted to another company next. */
    forget: (): void => {
      numbers.clear();
      ids.clear();
    },
  };
}
export type Companies = ReturnType<typeof createCompanies>;
