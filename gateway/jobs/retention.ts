import { subMonths } from 'date-fns/subMonths';
import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { CompanyReader, ReadStore } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { CompanySettings } from '../log/company-settings.ts';
import type { DueJob } from './due-work.ts';

export interface RetentionDeps {
  readonly desk: Pick<Desk, 'contacts'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly settings: Pick<CompanySettings, 'of' | 'companyIds'>;
  readonly state: StateStore;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly now: () => Date;
  readonly log: Logger;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
}

/** Since when a company wants it so. */
interface Wanted {
  readonly months: number;
  readonly since: string;
}

const page = 200;
/** Of one company in one round: erasing each takes some work, and the round comes again. */
const mostContacts = 1_000;
const dayMs = 24 * 3_600_000;
/** What cannot be taken back is not begun before a week's second thoughts. */
const secondThoughtsMs = 7 * dayMs;
const context = (companyId: string): Context => ({ companyId, actor: { kind: 'system', id: 'retention' } });

/** Returns those with whom there was nothing since, and with whom nothing is open. */
async function quietOf(
  reader: Pick<CompanyReader, 'find'>,
  contacts: readonly ContactDocument[],
  before: string,
): Promise<readonly ContactDocument[]> {
  const unchanged = contacts.filter(
    ({ updatedAt, erasedAt, mergedInto }) =>
      updatedAt < before && erasedAt === undefined && mergedInto === undefined,
  );
  const idsOf = ({ id, mergedIds }: ContactDocument) => [id, ...(mergedIds ?? [])];
  const ofThese = { contactId: { in: unchanged.flatMap(idsOf) } };
  const inTouch = new Set<string>();
  for (const where of [
    { ...ofThese, updatedAt: { gte: before } },
    { ...ofThese, status: { in: ['open', 'pending'] } },
  ])
    for (const { contactId } of await reader.find<TicketDocument>('tickets', { where }))
      inTouch.add(contactId);
  return unchanged.filter((contact) => !idsOf(contact).some((id) => inTouch.has(id)));
}

/**
 * Returns the job that erases contacts with whom a company was in touch last more than `retentionMonths` ago (0:
 * never): no conversation, no change of their data, nothing open. The setting must have stood as it is for a week: a
 * slip of the hand can be taken back, an erasure cannot. From there on it is an erasure as any other (`erasures.ts`),
 * with its certificate, by the system.
 */
export function createRetention(deps: RetentionDeps): DueJob {
  const { desk, eventStore, readStore, settings, state, log } = deps;

  /** Returns how many months a company has wanted for long enough; 0: none. */
  async function monthsOf(companyId: string): Promise<number> {
    const months = Number(settings.of(companyId, 'retentionMonths'));
    const key = `retention/${companyId}`;
    const knownRun = (await state.get<Wanted>(key))?.value;
    if (months === 0) {
      if (knownRun !== undefined) await state.delete(key);
      return 0;
    }
    const now = deps.now().getTime();
    // A longer time takes in nobody who was not due already.
    if (knownRun !== undefined && months >= knownRun.months) {
      if (months > knownRun.months) await state.set(key, { ...knownRun, months } satisfies Wanted);
      return now - Date.parse(knownRun.since) >= secondThoughtsMs ? months : 0;
    }
    await state.set(key, { months, since: new Date(now).toISOString() } satisfies Wanted);
    return 0;
  }

  async function eraseOf(companyId: string, months: number, signal: AbortSignal): Promise<number> {
    const reader = readStore.forCompany(companyId);
    const before = subMonths(deps.now(), months).toISOString();
    const query = { where: { createdAt: { lt: before } }, sort: ['-createdAt'] };
    let erasedCount = 0;
    for await (const oldContacts of collectionPages<ContactDocument>(reader, 'contacts', query, page)) {
      for (const { id: contactId } of await quietOf(reader, oldContacts, before)) {
        // Those before took their time: whoever wrote meanwhile, or was changed, stays. The lists must know of it.
        if (signal.aborted || !(await deps.reached(await eventStore.head(), 5_000))) return erasedCount;
        const contact = await reader.get<ContactDocument>('contacts', contactId);
        if (!contact || (await quietOf(reader, [contact], before)).length === 0) continue;
        try {
          await desk.contacts.erase(context(companyId), { contactId });
          erasedCount += 1;
        } catch (error) {
          log.warn({ err: error, contactId }, 'a contact whose time is over was not erased');
        }
      }
      if (erasedCount >= mostContacts || signal.aborted || oldContacts.length < page) return erasedCount;
    }
    return erasedCount;
  }

  /** One round over all companies. */
  async function round(signal: AbortSignal): Promise<void> {
    for (const companyId of settings.companyIds()) {
      if (signal.aborted) return;
      const months = await monthsOf(companyId);
      if (months === 0) continue;
      const erased = await eraseOf(companyId, months, signal);
      if (erased > 0) log.info({ companyId, erased }, 'contacts whose time is over are erased');
    }
  }

  return {
    name: 'retention',
    everyMs: deps.everyMs,
    round,
    waiting: 'contacts whose time is over wait for the stores',
  };
}
