import { z } from 'zod';
import { messagePage } from '../../contract/message.ts';
import { ticketOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import { optional, pageNumber } from '../http/schemas.ts';
import type { Names } from '../names/names.ts';
import { ticketJson } from '../tickets/view-json.ts';
import { messageViews } from './views.ts';

const pageSize = 40;

const cursor = optional(z.string().max(100));
export const threadQuery = z.object({ pageNumber, before: cursor, after: cursor });
export const threadView = messagePage.extend({ ticket: ticketOnWire });

/** Returns the order that `before` or `after` means: they are a message's id or its order. @throws ERR_NO_MESSAGE_FOUND */
async function orderOf(reader: CompanyReader, ticketId: string, cursor: string): Promise<number> {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const message = await reader.get<MessageDocument>('messages', cursor);
  if (message?.ticketId !== ticketId) throw new DomainError('ERR_NO_MESSAGE_FOUND');
  return message.order;
}

/** Returns the messages of a page, oldest first; without a cursor the newest page is number 1. @throws ERR_NO_MESSAGE_FOUND */
export async function threadMessages(
  reader: CompanyReader,
  ticketId: string,
  { pageNumber, before, after }: z.output<typeof threadQuery>,
  limit = pageSize,
): Promise<{ shownMessages: readonly MessageDocument[]; hasMore: boolean }> {
  const forward = after !== undefined;
  const where: Query['where'] = {
    ticketId,
    ...(before !== undefined && { order: { lt: await orderOf(reader, ticketId, before) } }),
    ...(forward && { order: { gt: await orderOf(reader, ticketId, after) } }),
  };
  const foundMessages = await reader.find<MessageDocument>('messages', {
    where,
    sort: [forward ? 'order' : '-order'],
    skip: before !== undefined || forward ? 0 : (pageNumber - 1) * limit,
    limit: limit + 1,
  });
  const shown = foundMessages.slice(0, limit);
  return { shownMessages: forward ? shown : shown.reverse(), hasMore: foundMessages.length > limit };
}

/** Returns the cursors of the next older and newer page: these hold still when messages arrive, page numbers do not. */
export const cursorsOf = (shown: readonly MessageDocument[]) => ({
  before: shown[0]?.order ?? null,
  after: shown.at(-1)?.order ?? null,
});

/** Returns a page of a thread, with its ticket, as it is sent. */
export async function threadJson(
  { names, reader, session }: { names: Names; reader: CompanyReader; session: Session },
  ticket: TicketDocument,
  page: z.output<typeof threadQuery>,
): Promise<Buffer> {
  const { shownMessages, hasMore } = await threadMessages(reader, ticket.id, page);
  const first = page.before === undefined && page.after === undefined && page.pageNumber === 1;
  const [count, messages, [view]] = await Promise.all([
    // An only page tells the number by itself.
    first && !hasMore ? shownMessages.length : reader.count('messages', { where: { ticketId: ticket.id } }),
    messageViews(names, reader, session, shownMessages, [ticket]),
    ticketJson(names, session.companyId, [ticket]),
  ]);
  const json = JSON.stringify({ messages, hasMore, count, cursors: cursorsOf(shownMessages) });
  return Buffer.concat([Buffer.from(`${json.slice(0, -1)},"ticket":`), view!, brace]);
}
const brace = Buffer.from('}');
