import { streamName } from './kernel/stream-names.ts';

const category =
  (name: string) =>
  (companyId: string, id: string): string =>
    streamName(name, companyId, id);

export const ticketStream = category('ticket');
export const contactStream = category('contact');
export const scheduleStream = category('schedule');
export const apiTokenStream = category('apiToken');
export const campaignStream = category('campaign');
/** One a company. */
export const campaignSettingsStream = category('campaignSettings');
/** One a recipient of a campaign who was left out. */
export const shippingStream = category('shipping');
export const contactListStream = category('contactList');
/** Returns the stream of one bucket of a list's items. */
export const contactListItemsStream = (companyId: string, listId: string, bucket: number): string =>
  streamName('contactListItems', companyId, `${listId}.${bucket}`);
export const chatStream = category('chat');
export const chatMessageStream = category('chatMessage');
export const chatReadingStream = category('chatReading');
export const userStream = category('user');
export const connectionStream = category('connection');
export const companyStream = (companyId: string): string => streamName('company', companyId, companyId);
/** Returns the stream of a company's invoices, which has all of them. */
export const invoiceStream = (companyId: string): string => streamName('invoice', companyId, companyId);
/** Returns the stream of a record, whose category is the record's name. */
export const recordStream = (record: string, companyId: string, id: string): string =>
  streamName(record, companyId, id);
/** Returns the stream of all rows of a company's trees of this record. */
export const recordTreeStream = (record: string, companyId: string): string =>
  streamName(record, companyId, companyId);
