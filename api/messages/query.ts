import type { MessageView } from '../../contract/message.ts';
import { toWire } from '../../contract/wire.ts';
import type { TicketOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import type { Names } from '../names/names.ts';
import { ticketViews } from '../tickets/views.ts';
import { messageViews } from './views.ts';

const pageSize = 40;

export interface ThreadPage {
  readonly messages: MessageView[];
  readonly hasMore: boolean;
  readonly count: number;
  readonly ticket: TicketOnWire;
  /** For the next older and newer page: these hold still when messages arrive, page numbers do not. */
  readonly cursors: { readonly before: number | null; readonly after: number | null };
}

/** `before` and `after` are a message's id or its order. @throws ERR_NO_MESSAGE_FOUND */
async function orderOf(reader: CompanyReader, ticketId: string, cursor: string): Promise<number> {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const message = await reader.get<MessageDocument>('messages', cursor);
  if (message?.ticketId !== ticketId) throw new DomainError('ERR_NO_MESSAGE_FOUND');
  return message.order;
}

/** A page of a thread, each page oldest first; without a cursor the newest page is number 1. */
export async function threadPage(
  { names, reader, session }: { names: Names; reader: CompanyReader; session: Session },
  ticket: TicketDocument,
  page: { pageNumber: number; before?: string | undefined; after?: string | undefined },
): Promise<ThreadPage> {
  const ticketId = ticket.id;
  const forward = page.after !== undefined;
  const where: Query['where'] = {
    ticketId,
    ...(page.before !== undefined && { order: { lt: await orderOf(reader, ticketId, page.before) } }),
    ...(page.after !== undefined && { order: { gt: await orderOf(reader, ticketId, page.after) } }),
  };
  const byCursor = page.before !== undefined || forward;
  const [found, count, [view]] = await Promise.all([
    reader.find<MessageDocument>('messages', {
      where,
      sort: [forward ? 'order' : '-order'],
      skip: byCursor ? 0 : (page.pageNumber - 1) * pageSize,
      limit: pageSize + 1,
    }),
    reader.count('messages', { where: { ticketId } }),
    ticketViews(names, session.companyId, [ticket]),
  ]);
  const shown = found.slice(0, pageSize);
  if (!forward) shown.reverse();
  return {
    messages: await messageViews(names, reader, session, shown, [ticket]),
    hasMore: found.length > pageSize,
    count,
    ticket: toWire(view!),
    cursors: { before: shown[0]?.order ?? null, after: shown.at(-1)?.order ?? null },
  };
}
