import type { Logger } from 'pino';
import { sleep } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Addressing } from '../driver/addressing.ts';
import type { Driver } from '../driver/driver.ts';

export interface ReadsDeps {
  readonly connectionId: string;
  readonly driver: Pick<Driver, 'read'>;
  readonly reader: CompanyReader;
  readonly state: StateStore;
  readonly addressing: Addressing;
  readonly projectorReached: (position: number, signal: AbortSignal) => Promise<void>;
  /** Whether contacts are told that what they wrote was read. Asked each time. */
  readonly enabled: () => boolean;
  readonly isUp: () => boolean;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** What is seen within so many milliseconds goes out together. */
  readonly gatherMs?: number;
}

const mostAtOnce = 100;
const keptMs = 30 * 24 * 3_600_000;

/**
 * Returns what tells contacts that their messages were read, when an agent has seen or answered them: never because a
 * ticket was closed, moved or merely lies there. It passes: what a death or a dead line swallows is told with the next
 * reading, for how far was told is remembered by ticket.
 */
export function createReads(deps: ReadsDeps) {
  const { driver, reader, state, log, signal } = deps;
  /** Position up to which somebody has seen a ticket, by ticket. */
  const seenTickets = new Map<string, number>();
  let running = false;

  async function tell(ticketId: string, position: number): Promise<void> {
    await deps.projectorReached(position, signal);
    const ticket = await reader.get<TicketDocument>('tickets', ticketId);
    const contact = ticket && (await presentContact(reader, ticket.contactId));
    const to = contact && deps.addressing.of(contact);
    if (!ticket || !to || !driver.read) return;
    const key = `read-up-to/${deps.connectionId}/${ticketId}`;
    const after = (await state.get<number>(key))?.value ?? 0;
    const writtenMessages = await reader.find<MessageDocument>('messages', {
      where: { ticketId, order: { gt: after, lt: position + 1 } },
      sort: ['-order'],
      limit: mostAtOnce,
    });
    const theirs = writtenMessages.filter(({ fromMe, externalId }) => !fromMe && externalId !== null);
    if (theirs.length === 0) return;
    await driver.read({
      to,
      isGroup: ticket.isGroup,
      messages: theirs.map(({ externalId, participant }) => ({
        externalId: externalId!,
        ...(participant && { author: deps.addressing.written(participant.number) ?? participant.number }),
      })),
    });
    await state.set(key, position, { ttlMs: keptMs });
  }

  async function runReads(): Promise<void> {
    if (running) return;
    running = true;
    while (seenTickets.size > 0 && !signal.aborted) {
      await sleep(deps.gatherMs ?? 500, signal);
      const batch = [...seenTickets];
      seenTickets.clear();
      for (const [ticketId, position] of batch) {
        if (signal.aborted || !deps.enabled() || !deps.isUp()) break;
        await tell(ticketId, position).catch((error: unknown) => {
          if (!signal.aborted) log.info({ err: error, ticketId }, 'that messages were read was not told');
        });
      }
    }
    running = false;
  }

  return {
    /** Somebody has seen all of a ticket that came up to this position. */
    seen(ticketId: string, position: number): void {
      if (!driver.read || !deps.enabled()) return;
      seenTickets.set(ticketId, Math.max(seenTickets.get(ticketId) ?? 0, position));
      void runReads();
    },
  };
}
