import { z } from 'zod';
import { type ScheduleHours, scheduleHours } from '../../contract/schedule.ts';
import type { DayHours } from '../../domain/bot/hours.ts';
import { nextOpening } from '../../domain/bot/opening.ts';
import { settingValue } from '../../domain/company/settings.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import { instantOf, instantText, timeZoneOf } from '../http/company-time.ts';
import { id, optional } from '../http/schemas.ts';
import type { CompanyNames } from '../names/names.ts';
import type { Api } from '../services.ts';

type QueueHours = StoredDocument & { readonly schedules: readonly DayHours[] };
type Hours = { readonly of: 'queue' | 'company'; readonly hours: readonly DayHours[] };

/** Returns the hours that a company keeps for a queue, or as a whole; undefined: it keeps none. */
function hoursOf(company: CompanyNames, companyId: string, queueId: string | undefined): Hours | undefined {
  const known = company.get('companies', companyId);
  const kind = settingValue(known?.settings ?? {}, 'scheduleType');
  if (kind === 'company') return { of: 'company', hours: known?.schedules ?? [] };
  const queue =
    kind === 'queue' && queueId !== undefined
      ? (company.get('queues', queueId) as QueueHours | undefined)
      : undefined;
  return queue && { of: 'queue', hours: queue.schedules };
}

/** Whether anybody works at the time that a message is to be sent at: whoever writes it need not be an admin. */
export function scheduleHoursRoute(
  { app, names }: Pick<Api, 'app' | 'names'>,
  config: { readonly plan: 'useSchedules'; readonly rule: 'schedules:manage' },
): void {
  app.get(
    '/api/schedules/hours',
    {
      config,
      schema: {
        tags: ['schedules'],
        summary: 'Whether the hours of its queue, or of the company, are open at a time.',
        querystring: z.object({ at: instantText, queueId: optional(id) }),
        response: { 200: scheduleHours },
      },
    },
    async ({ query, session: { companyId } }): Promise<ScheduleHours> => {
      const company = await names.company(companyId);
      const timeZone = timeZoneOf(company, companyId);
      const at = instantOf(query.at, timeZone, 'at');
      const found = hoursOf(company, companyId, query.queueId);
      if (found === undefined) return { of: null, isOpen: true, opensAt: at };
      const opensAt = nextOpening(found.hours, new Date(at), timeZone)?.toISOString() ?? null;
      return { of: found.of, isOpen: opensAt === at, opensAt };
    },
  );
}
