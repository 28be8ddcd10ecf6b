import { addressOf } from '../domain/records/definition.ts';
import { records } from '../domain/records/index.ts';
import { readSecret, recordSecrets } from './secrets.ts';

/** A row as it stands: it says where its secrets would be sent. */
export type SecretRow = { readonly id: string } & object;

/** Returns what was typed into a secret field of a row, for the address that the row has now; undefined: nothing. */
export async function readRecordSecret(
  kept: Parameters<typeof readSecret>[0],
  of: { readonly companyId: string; readonly record: string; readonly row: SecretRow },
  name: string,
): Promise<string | undefined> {
  const { companyId, record, row } = of;
  const definition = records.find((one) => one.name === record);
  const address = definition && addressOf(definition, name, row as Readonly<Record<string, unknown>>);
  return readSecret(kept, recordSecrets(record, companyId, row.id), name, address);
}
