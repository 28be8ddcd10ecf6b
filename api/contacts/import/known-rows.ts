import { addressKey } from '../../../domain/contact/address.ts';
import { numberSpellings } from '../../../domain/contact/number-spellings.ts';
import type { ContactDocument } from '../../../projections/contacts/document.ts';
import type { CompanyReader } from '../../../projections/ports/read-store.ts';
import type { ImportRow } from './rows.ts';

/** A row whose number somebody has already, and what that contact is called. */
export interface KnownRow {
  readonly row: number;
  readonly number: string;
  readonly name: string;
}

/** Returns the rows of people who are contacts already, by any spelling of their number; an import leaves them as they are. */
export async function knownRows(
  read: CompanyReader,
  rows: readonly ImportRow[],
): Promise<readonly KnownRow[]> {
  const spellings = { in: rows.flatMap(({ number }) => numberSpellings(number)) };
  const names = new Map<string, string>();
  for (const field of ['aliases', 'number'])
    for (const { name, number, aliases, deletedAt } of await read.find<ContactDocument>('contacts', {
      where: { [field]: spellings },
    }))
      if (deletedAt === null)
        for (const address of [number, ...aliases]) names.set(addressKey(address), name);
  return rows.flatMap(({ row, number }) => {
    const name = names.get(addressKey(number));
    return name === undefined ? [] : [{ row, number, name }];
  });
}
