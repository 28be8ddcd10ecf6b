import type { Logger } from 'pino';
import type { Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { ContactKeys } from '../../domain/ports/contact-keys.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';

/** What merges of contacts, and their undoing, are finished by. */
export interface MergesDeps {
  readonly desk: Pick<Desk, 'tickets' | 'contacts'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies'>;
  readonly eventStore: Pick<EventStore, 'read'>;
  /** Without them nothing is sealed. */
  readonly contactKeys?: ContactKeys | undefined;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly log: Logger;
  /** Milliseconds between two rounds without an occasion. */
  readonly everyMs: number;
  /** How long another process may remember whose an address was, milliseconds. */
  readonly rememberedMs?: number;
  readonly now?: () => Date;
}
