import type { ShippingView } from '../../contract/campaign.ts';
import type { ShippingDocument } from '../../projections/campaigns/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { CompanyReader, Where } from '../../projections/ports/read-store.ts';
import { shownName } from '../contacts/view.ts';
import { timeText } from '../http/company-time.ts';

/** Returns contacts by the ids asked for. */
export type ContactsOf = (ids: Iterable<string>) => Promise<ReadonlyMap<string, ContactDocument>>;

const views = async (
  documents: readonly ShippingDocument[],
  contactsOf: ContactsOf,
  zone: string,
): Promise<ShippingView[]> => {
  const contacts = await contactsOf(new Set(documents.map(({ contactId }) => contactId)));
  const when = (instant: string | null) => instant && timeText(instant, zone);
  return documents.map((document) => {
    const { id, contactId, state, reason, variant, order } = document;
    const contact = contacts.get(contactId);
    return {
      id,
      contactId,
      state,
      reason,
      order,
      variant: variant + 1,
      recipient: contact ? shownName(contact) : '',
      number: contact?.number ?? '',
      confirmationRequestedAt: when(document.confirmationRequestedAt),
      confirmedAt: when(document.confirmedAt),
      deliveredAt: when(document.deliveredAt),
    };
  });
};

/** Returns what reads a campaign's recipients in the order in which it came to them, a page at a time. */
export const createShippings =
  (read: CompanyReader, contactsOf: ContactsOf, zone: string) =>
  async (where: Where, after: number | undefined, limit: number): Promise<ShippingView[]> =>
    views(
      await read.find<ShippingDocument>('shippings', {
        where: { ...where, ...(after !== undefined && { order: { gt: after } }) },
        sort: ['order'],
        limit,
      }),
      contactsOf,
      zone,
    );

const page = 500;
// As the contacts' file: a semicolon, a byte order mark, and no text that a spreadsheet would run.
const form = { delimiter: ';', escape_formulas: true, record_delimiter: '\r\n' } as const;
const heads = [
  ...['name', 'number', 'state', 'reason', 'variant'],
  ...['confirmationRequestedAt', 'confirmedAt', 'deliveredAt'],
];

/** Yields every recipient that a campaign came to, as lines of CSV in the company's time. Nothing is held but a page. */
export async function* shippingsAsCsv(
  shippings: ReturnType<typeof createShippings>,
  campaignId: string,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield stringify([heads], { ...form, bom: true });
  for (let after: number | undefined; ; ) {
    const foundShippings = await shippings({ campaignId }, after, page);
    yield stringify(
      foundShippings.map((one) => [
        ...[one.recipient, one.number, one.state, one.reason ?? '', one.variant],
        ...[one.confirmationRequestedAt ?? '', one.confirmedAt ?? '', one.deliveredAt ?? ''],
      ]),
      form,
    );
    if (foundShippings.length < page) return;
    after = foundShippings.at(-1)!.order;
  }
}
