import { z } from 'zod';
import { messageView } from '../../contract/message.ts';
import { toWire } from '../../contract/wire.ts';
import type { TicketOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import { optional, pageNumber } from '../http/schemas.ts';
import type { Names } from '../names/names.ts';
import { ticketViews } from '../tickets/views.ts';
import { messageViews } from './views.ts';

const pageSize = 40;

const cursor = optional(z.string().max(100));
export const threadQuery = z.object({ pageNumber, before: cursor, after: cursor });
export const messagePage = z.object({
  messages: z.array(messageView),
  hasMore: z.boolean(),
  count: z.number(),
  cursors: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
});

export type ThreadPage = z.output<typeof messagePage> & { readonly ticket: TicketOnWire };

/** `before` and `after` are a message's id or its order. @throws ERR_NO_MESSAGE_FOUND */
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
): Promise<{ shown: readonly MessageDocument[]; hasMore: boolean }> {
  const forward = after !== undefined;
  const where: Query['where'] = {
    ticketId,
    ...(before !== undefined && { order: { lt: await orderOf(reader, ticketId, before) } }),
    ...(forward && { order: { gt: await orderOf(reader, ticketId, after) } }),
  };
  const found = await reader.find<MessageDocument>('messages', {
    where,
    sort: [forward ? 'order' : '-order'],
    skip: before !== undefined || forward ? 0 : (pageNumber - 1) * limit,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  return { shown: forward ? shown : shown.reverse(), hasMore: found.length > limit };
}

/** Returns the cursors of the next older and newer page: these hold still when messages arrive, page numbers do not. */
export const cursorsOf = (shown: readonly MessageDocument[]) => ({
  before: shown[0]?.order ?? null,
  after: shown.at(-1)?.order ?? null,
});

/** Returns a page of a thread, with its ticket. */
export async function threadPage(
  { names, reader, session }: { names: Names; reader: CompanyReader; session: Session },
  ticket: TicketDocument,
  page: z.output<typeof threadQuery>,
): Promise<ThreadPage> {
  const [{ shown, hasMore }, count, [view]] = await Promise.all([
    threadMessages(reader, ticket.id, page),
    reader.count('messages', { where: { ticketId: ticket.id } }),
    ticketViews(names, session.companyId, [ticket]),
  ]);
  return {
    messages: await messageViews(names, reader, session, shown, [ticket]),
    hasMore,
    count,
    ticket: toWire(view!),
    cursors: cursorsOf(shown),
  };
}
