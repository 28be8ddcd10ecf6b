import { addressKey } from '../../domain/contact/address.ts';
import { numberSpellings } from '../../domain/contact/number-spellings.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';

/** Returns since when campaigns do not write to who has a number, for those of the numbers whose contact asked for that. */
export async function leavingsOf(
  read: CompanyReader,
  numbers: readonly string[],
): Promise<(number: string) => string | undefined> {
  const spellings = { in: numbers.filter((number) => number !== '').flatMap(numberSpellings) };
  const contacts =
    spellings.in.length === 0
      ? []
      : await read.find<ContactDocument>('contacts', {
          where: { deletedAt: null },
          anyOf: [{ number: spellings }, { aliases: spellings }],
        });
  const since = new Map<string, string>();
  for (const { number, aliases, leftCampaigns } of contacts)
    if (leftCampaigns)
      for (const address of [number, ...aliases]) since.set(addressKey(address), leftCampaigns.at);
  return (number) => since.get(addressKey(number));
}
