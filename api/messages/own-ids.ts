import { DomainError } from '../../domain/errors.ts';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';

const idRefusal = () =>
  new DomainError('ERR_VALIDATION', 'messageId is of another message', { errors: { messageId: 'invalid' } });

/**
 * Returns what checks the ids of a request. One that a client chose names one message of one ticket for ever. Messages
 * are kept under their ids alone: one that came again with another ticket would take the place of the first, out of the
 * thread of whoever had it, and of another company's as well.
 */
export function createOwnIds(readStore: Pick<ReadStore, 'allCompanies'>) {
  // Those of this very moment: the read models may be behind, and two requests with one id may come together.
  const lately = boundedCache<string>(50_000);

  /** @throws ERR_VALIDATION naming `messageId` */
  return async (ticketId: string, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    if (ids.some((id) => (lately.get(id) ?? ticketId) !== ticketId)) throw idRefusal();
    for (const id of ids) lately.set(id, ticketId);
    const found = await readStore.allCompanies().getMany<MessageDocument>('messages', ids);
    for (const { id, ticketId: owner } of found) if (owner !== ticketId) lately.set(id, owner);
    if (found.some((message) => message.ticketId !== ticketId)) throw idRefusal();
  };
}
