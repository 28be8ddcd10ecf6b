import { type Database, encode } from './database.ts';
import { codeLength } from './schema.ts';

const codes = 36 ** codeLength;

/** Returns the letters that part one company's search words from another's; allotted when its first document is written. */
export function createCompanyCodes(database: Database) {
  const knownCodes = new Map<string, string>();
  const code = (number: number) => {
    if (number >= codes) throw new Error(`more than ${codes} companies in one read store`);
    return number.toString(36).padStart(codeLength, '0');
  };
  const find = (company: string) => {
    const held = knownCodes.get(company);
    if (held) return held;
    const row = database.get('SELECT number FROM companies WHERE company = ?', [encode(company)]);
    if (!row) return undefined;
    knownCodes.set(company, code(row[0] as number));
    return knownCodes.get(company);
  };
  return {
    find,
    allot: (company: string) => {
      const held = find(company);
      if (held) return held;
      // Not remembered here: the transaction may yet roll back.
      database.run('INSERT INTO companies (company) VALUES (?)', [encode(company)]);
      return code(database.get('SELECT last_insert_rowid()')![0] as number);
    },
    all: () => database.all('SELECT number FROM companies').map((row) => code(row[0] as number)),
    /** After a rollback: a code read inside that transaction may be allotted to another company next. */
    forget: () => knownCodes.clear(),
  };
}
export type CompanyCodes = ReturnType<typeof createCompanyCodes>;
