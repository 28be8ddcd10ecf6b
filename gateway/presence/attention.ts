import type { Logger } from 'pino';
import { sleep } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { type PresenceNews, presenceNews } from '../../messaging/uploads.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';

interface Seat {
  readonly typing: boolean;
}

export interface AttentionDeps {
  readonly state: StateStore;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  /** Undefined: this gateway does not drive it. */
  readonly sessionOf: (
    connectionId: string,
  ) => { agents(ticketId: string, typing: boolean): Promise<void> } | undefined;
  /** Of each session this gateway has. */
  readonly keepOnline: () => void;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
}

const mostViewers = 2_000;

/**
 * Returns what looks where agents are and whether they type, as their browsers tell it by way of the state store, for
 * the sessions of this gateway.
 */
export function createAttention(deps: AttentionDeps) {
  const { state, log, signal } = deps;
  let known: ReadonlyMap<string, number> = new Map();

  async function look(): Promise<void> {
    const found = await state.list<PresenceNews>(presenceNews, { limit: mostViewers });
    const fresh = found.filter(
      ({ key, version, value }) => known.get(key) !== version && value.by !== 'gateway',
    );
    known = new Map(found.map(({ key, version }) => [key, version]));
    for (const { value } of fresh) {
      const { companyId, ticketId } = value;
      const ticket = await deps.readStore.forCompany(companyId).get<TicketDocument>('tickets', ticketId);
      const session = ticket && deps.sessionOf(ticket.connectionId);
      if (!session) continue;
      const seats = await state.list<Seat>(`presence/${companyId}/${ticketId}/`);
      if (seats.length > 0)
        await session.agents(
          ticketId,
          seats.some((seat) => seat.value.typing),
        );
    }
  }

  return {
    async run(): Promise<void> {
      let failures = 0;
      while (!signal.aborted) {
        deps.keepOnline();
        await look().then(
          () => {
            failures = 0;
          },
          (error: unknown) => {
            if (failures++ === 0) log.warn({ err: error }, 'where agents are is not known');
          },
        );
        await sleep(failures === 0 ? (deps.everyMs ?? 500) : 5_000, signal);
      }
    },
  };
}
