import { z } from 'zod';
import { dashboardView, timeChart, usersChart } from '../../contract/dashboard.ts';
import { mostChartDays, mostDashboardDays } from '../../domain/company/dashboard-days.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { DomainError } from '../../domain/errors.ts';
import { byName } from '../../domain/text/compare-names.ts';
import type { Session } from '../auth/subject.ts';
import { timeZoneOf } from '../http/company-time.ts';
import { day, optional } from '../http/schemas.ts';
import { userRefOf } from '../names/refs.ts';
import type { Api } from '../services.ts';
import { agentsOf, hoursBetween, hoursOf, middleOf, minutes, totalsOf } from './activity.ts';
import { daysOf, lastDays, type Period, periodOf, previousOf } from './period.ts';

type Needs = Pick<Api, 'app' | 'names' | 'online' | 'now' | 'readStore'>;

type CompanyNames = Awaited<ReturnType<Needs['names']['company']>>;
type Hours = Awaited<ReturnType<typeof hoursOf>>;

const tags = ['dashboard'];
const config = { rule: 'dashboard:view' } as const;

const chartQuery = z.object({
  initialDate: z.iso.date(),
  finalDate: z.iso.date(),
  /** The company is the token's, whatever stands here. */
  companyId: z.string().optional(),
});

/** What the company did, from its hourly counters, in its own time zone. */
export function dashboardRoutes(api: Needs): void {
  periodRoute(api);
  chartRoutes(api);
}

function periodRoute(api: Needs): void {
  const { app, names } = api;

  app.get(
    '/api/dashboard',
    {
      config,
      schema: {
        tags,
        summary: 'Counters and attendants of a period: the last `days`, or from `date_from` to `date_to`.',
        description: 'Times in minutes. Days are those of the company’s time zone, both included.',
        querystring: z.object({
          days: optional(z.coerce.number().int().min(1).max(mostDashboardDays)),
          date_from: day,
          date_to: day,
        }),
        response: { 200: dashboardView },
      },
    },
    async (request) => {
      const { session, read, query } = request;
      const zone = await zoneOf(names, session);
      const period = askedPeriod(query, zone, api.now());
      const [hours, before, supportHappening, supportPending, company] = await Promise.all([
        hoursOf(read, period),
        hoursOf(read, previousOf(period, zone)),
        read.count('tickets', { where: { status: 'open' } }),
        read.count('tickets', { where: { status: 'pending' } }),
        names.company(session.companyId),
      ]);
      return {
        counters: {
          supportHappening,
          supportPending,
          ...comparedOf(totalsOf(hours)),
          ...(session.super && (await platformTotals(api))),
          previous: comparedOf(totalsOf(before)),
        },
        attendants: await attendantsOf(api, session, company, hours),
      };
    },
  );
}

function chartRoutes({ app, names }: Pick<Needs, 'app' | 'names'>): void {
  app.get(
    '/api/dashboard/ticketsUsers',
    {
      config,
      schema: {
        tags,
        summary: 'Conversations that came to each user, most first.',
        querystring: chartQuery,
        response: { 200: usersChart },
      },
    },
    async ({ session, read, query }) => {
      const company = await names.company(session.companyId);
      const period = chart(query, await zoneOf(names, session));
      const data = [...agentsOf(await hoursOf(read, period))]
        .map(([id, { taken }]) => ({ id, name: userRefOf(company, id)?.name ?? '', quantity: taken }))
        .filter(({ quantity }) => quantity > 0)
        .sort((a, b) => b.quantity - a.quantity || byName(a, b));
      return { data, count: data.reduce((sum, { quantity }) => sum + quantity, 0) };
    },
  );

  app.get(
    '/api/dashboard/ticketsDay',
    {
      config,
      schema: {
        tags,
        summary: 'Conversations begun: by hour when one day is asked for, else by day.',
        querystring: chartQuery,
        response: { 200: timeChart },
      },
    },
    async ({ session, read, query }) => {
      const zone = await zoneOf(names, session);
      const period = chart(query, zone);
      const hours = await hoursOf(read, period);
      const data = period.days === 1 ? byHour(period, hours, zone) : byDay(period, hours, zone);
      return { data, count: openedCount(hours) };
    },
  );
}

async function zoneOf(names: Needs['names'], { companyId }: Session): Promise<string> {
  return timeZoneOf(await names.company(companyId), companyId);
}

async function platformTotals({ readStore }: Pick<Needs, 'readStore'>) {
  const all = readStore.allCompanies();
  const [totalWhatsappSessions, companies, own] = await Promise.all([
    all.count('connections', { where: { status: 'CONNECTED' } }),
    all.count('companies', { where: { deletedAt: null } }),
    all.get('companies', platformCompanyId),
  ]);
  // The platform itself is nobody's customer.
  return { totalWhatsappSessions, totalCompanies: companies - (own ? 1 : 0) };
}

/** Returns every user with what they did in these hours, who did most first. */
async function attendantsOf(
  api: Pick<Needs, 'online'>,
  session: Session,
  company: CompanyNames,
  hours: Hours,
) {
  const users = company.all('users');
  const statuses = await api.online.statuses(
    session.companyId,
    users.map(({ id }) => id),
  );
  const done = agentsOf(hours);
  const attendants = users.map(({ id, name }) => {
    const { taken = 0, handled = 0, handledMs = 0, rated = 0, ratings = 0 } = done.get(id) ?? {};
    const known = statuses.get(id) ?? 'offline';
    // Whoever asks is there, also in the moment before their page is connected.
    const status = known === 'offline' && id === session.userId ? 'online' : known;
    return {
      id,
      name,
      rating: rated === 0 ? null : Math.round((10 * ratings) / rated) / 10,
      conversations: taken,
      status,
      online: status !== 'offline',
      avgSupportTime: minutes(handledMs, handled),
    };
  });
  return attendants.sort((a, b) => b.conversations - a.conversations || byName(a, b));
}

const openedCount = (hours: readonly { readonly opened: number }[]): number =>
  hours.reduce((sum, hour) => sum + hour.opened, 0);

/** Returns what was opened each day. Hours and days are both in order: each hour is looked at once. */
const byDay = (
  period: Period,
  hours: readonly { readonly hour: string; readonly opened: number }[],
  timeZone: string,
) => {
  let next = 0;
  return [...daysOf(period, timeZone)].map(({ day: date, ...bounds }) => {
    const { from, until } = hoursBetween(bounds);
    let total = 0;
    for (let one = hours[next]; one !== undefined && one.hour < until; one = hours[++next])
      if (one.hour >= from) total += one.opened;
    return { date, total };
  });
};

const byHour = (
  { first }: Period,
  hours: readonly { readonly hour: string; readonly opened: number }[],
  timeZone: string,
) => {
  const label = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const totals = new Map<string, number>();
  for (const { hour, opened: begun } of hours) {
    const at = label.format(middleOf(hour));
    totals.set(at, (totals.get(at) ?? 0) + begun);
  }
  return Array.from({ length: 24 }, (_, index) => {
    const hour = String(index).padStart(2, '0');
    return { hour, date: first, total: totals.get(hour) ?? 0 };
  });
};

const comparedOf = ({ resolved, newContacts, avgSupportTime, avgWaitTime }: ReturnType<typeof totalsOf>) => ({
  supportFinished: resolved,
  leads: newContacts,
  avgSupportTime,
  avgWaitTime,
});

const chart = (query: z.output<typeof chartQuery>, zone: string): Period =>
  periodOf(query.initialDate, query.finalDate, zone, { last: 'finalDate', most: mostChartDays });

/** Returns the period that is asked for. @throws ERR_VALIDATION when no period is named, or half of one */
function askedPeriod(
  query: { days?: number | undefined; date_from?: string | undefined; date_to?: string | undefined },
  zone: string,
  now: Date,
): Period {
  const { days, date_from: from, date_to: to } = query;
  if (from !== undefined && to !== undefined) return periodOf(from, to, zone, { last: 'date_to' });
  if (from !== undefined || to !== undefined) {
    const missing = from === undefined ? 'date_from' : 'date_to';
    throw new DomainError('ERR_VALIDATION', 'Parametrize o filtro', { errors: { [missing]: 'required' } });
  }
  if (days !== undefined) return lastDays(days, zone, now);
  throw new DomainError('ERR_VALIDATION', 'Parametrize o filtro', { errors: { days: 'required' } });
}
