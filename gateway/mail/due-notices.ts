import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import type { Logger } from 'pino';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { DueJob } from '../jobs/due-work.ts';
import { demandReached } from '../process/read-models.ts';
import { type CompanyLettersDeps, createCompanyLetters } from './company-letters.ts';

export interface DueNoticesDeps extends CompanyLettersDeps {
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'allCompanies' | 'forCompany'>;
  /** See the gateway's. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly state: StateStore;
  readonly now: () => Date;
  readonly log: Logger;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
}

/** Each notice, how many days from the due date on it is given, and how late it may still be. */
const notices = [
  { letter: 'dueSoon', days: -5, latest: -1 },
  { letter: 'dueToday', days: 0, latest: 0 },
  { letter: 'overdue', days: 2, latest: 30 },
] as const;

/** The instant of the last whole round: what fell due while no gateway lived is told of late, not never. */
const lookedKey = 'due-notices/looked';
const toldKey = (id: string) => `due-notices/told/${id}`;
const monthMs = 31 * 24 * 3_600_000;

/** How long the read models may take to know who has paid. */
const behindMs = 5_000;

const dayIn = (instant: Date, timeZone: string) => format(new TZDate(instant, timeZone), 'yyyy-MM-dd');
const dayAfter = (day: string, days: number) => format(addDays(`${day}T12:00:00`, days), 'yyyy-MM-dd');

/** Returns the notices of a due date that fall on a day after `last`, up to `today`, and are not too late. */
export const noticesDue = (dueDate: string, last: string, today: string) =>
  notices.filter(({ days, latest }) => {
    const day = dayAfter(dueDate, days);
    return (day === today || (day > last && day < today)) && today <= dayAfter(dueDate, latest);
  });

/**
 * Returns the job that writes to the admins of a company five days before its due date, on the day and two days after,
 * by the company's calendar. Once a company, date and notice: letters go by ids, and what was told is known for as long
 * as it could be due again.
 */
export function createDueNotices(deps: DueNoticesDeps): DueJob {
  const { eventStore, readStore, reached, state, now, log } = deps;
  const letters = createCompanyLetters(deps);

  /** Whether it is still so: the list may not know who has just paid. */
  async function isStill({ id, dueDate }: CompanyDocument): Promise<boolean> {
    await demandReached(reached, await eventStore.head(), behindMs);
    const company = await readStore.forCompany(id).get<CompanyDocument>('companies', id);
    return company?.dueDate === dueDate && company.active && !company.deletedAt;
  }

  async function tellOf(company: CompanyDocument, since: Date, at: Date): Promise<void> {
    const { id, dueDate, active, timeZone } = company;
    if (dueDate === null || !active || company.deletedAt) return;
    for (const { letter } of noticesDue(dueDate, dayIn(since, timeZone), dayIn(at, timeZone))) {
      const key = toldKey(`${letter}-${id}-${dueDate}`);
      if (await state.get(key)) continue;
      if (!(await isStill(company))) return;
      await letters.dueNotice(id, dueDate, letter);
      await state.set(key, true, { ttlMs: monthMs });
    }
  }

  async function round(signal: AbortSignal): Promise<void> {
    const at = now();
    const looked = (await state.get<string>(lookedKey))?.value;
    const since = looked === undefined ? at : new Date(looked);
    let isWhole = true;
    const all = collectionPages<CompanyDocument>(readStore.allCompanies(), 'companies', {
      sort: ['sortName'],
    });
    for await (const some of all)
      for (const company of some) {
        if (signal.aborted) return;
        await tellOf(company, since, at).catch((error: unknown) => {
          isWhole = false;
          log.warn({ err: error, companyId: company.id }, 'a notice of the due date waits');
        });
      }
    if (isWhole) await state.set(lookedKey, at.toISOString());
  }

  return {
    name: 'due-notices',
    everyMs: deps.everyMs,
    waiting: 'notices of due dates wait for the stores',
    round,
  };
}
