import { defaultTimeZone } from '../../domain/company/events.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { contextsOf, type SchedulesDeps } from './saying.ts';

/** Returns what makes the next of a series, once: its id derives from the one before. */
export function createSuccession(deps: Pick<SchedulesDeps, 'desk' | 'readStore' | 'now'>) {
  const { desk, readStore } = deps;
  const contextFor = contextsOf(deps);

  return async function succeed(companyId: string, schedule: Schedule): Promise<void> {
    if (schedule.recurrence === null) return;
    const company = await readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
    const now = deps.now().toISOString();
    const { nextOf } = await import('../../domain/schedule/recurrence.ts');
    const next = nextOf(schedule, company?.timeZone ?? defaultTimeZone, now);
    if (next === undefined) return;
    const { id, contactId, body, connectionId, queueId, userId, media, recurrence, cancelOnReply } = schedule;
    const content = { contactId, body, connectionId, queueId, userId, media, recurrence, cancelOnReply };
    const scheduleId = deriveId(id, 'next');
    await desk.schedules.create(contextFor(companyId, id, 'next'), { ...content, ...next, scheduleId });
  };
}
