import { TZDate } from '@date-fns/tz';
import { z } from 'zod';
import { companyPage, companyView } from '../../contract/company.ts';
import { defaultTimeZone } from '../../domain/company/events.ts';
import { priceOf } from '../../domain/invoice/invoice.ts';
import type { Conditions } from '../../domain/where.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { idParams, pageNumber, searchParam } from '../http/schemas.ts';
import { type Answers, type CompanyNeeds, createAnswers } from './answers.ts';
import { companyChangeRoutes } from './change-routes.ts';
import { companyCreationRoute } from './creation-route.ts';
import { lateCompanies } from './late.ts';

const pageSize = 20;
const mostListed = 1_000;
/** The sum of more is not asked for. */
const mostDue = 10_000;
const dayMs = 24 * 3_600_000;

/** Returns the platform's day, `later` days on. */
const today = (later = 0): string =>
  new TZDate(Date.now() + later * dayMs, defaultTimeZone).toISOString().slice(0, 10);

/** Companies: all of them for super users, the own one for an admin. */
export function companyRoutes(api: CompanyNeeds): void {
  const answers = createAnswers(api);
  listRoute(api, answers);
  pageRoute(api, answers);
  oneRoute(api, answers);
  companyCreationRoute(api, answers);
  companyChangeRoutes(api, answers);
}

/** Every one, in one answer. */
function listRoute({ app, readStore }: CompanyNeeds, { views }: Answers): void {
  app.get(
    '/api/companies/list',
    {
      config: { rule: 'super' },
      schema: {
        tags: ['companies'],
        summary: 'Every company, by name.',
        response: { 200: z.array(companyView) },
      },
    },
    async (request) => {
      const all: CompanyDocument[] = [];
      for (let page = 0; page * mostListed === all.length; page++)
        all.push(
          ...(await readStore.allCompanies().find<CompanyDocument>('companies', {
            where: { deletedAt: null },
            sort: ['sortName'],
            skip: page * mostListed,
            limit: mostListed,
          })),
        );
      return views(request, all);
    },
  );
}

/** Which companies a list shows. `late`: the due date of those that are on has passed, by their own day. */
const states = ['on', 'off', 'trial', 'late', 'deleted'] as const;

/** Companies in pages, and what is due of them soon. */
function pageRoute(api: CompanyNeeds, { views }: Answers): void {
  const { app, readStore } = api;
  const conditionsOf = async (state: (typeof states)[number] | undefined): Promise<Conditions> => {
    if (state === 'late') return lateCompanies(api);
    if (state === 'deleted') return { where: { deletedUntil: { gt: '' } } };
    const there = { deletedAt: null };
    if (state === 'trial') return { where: { ...there, active: true, trial: true } };
    return { where: state === undefined ? there : { ...there, active: state === 'on' } };
  };

  /** What the next invoices ask for of those whose date is one of the next seven days. */
  async function dueSoon() {
    const due = await readStore.allCompanies().find<CompanyDocument>('companies', {
      where: { deletedAt: null, active: true, dueDate: { gte: today(), lte: today(7) } },
      limit: mostDue,
    });
    const cents = due.reduce((sum, { plan, recurrence }) => sum + (plan ? priceOf(plan, recurrence) : 0), 0);
    return { companies: due.length, value: cents / 100 };
  }

  app.get(
    '/api/companies',
    {
      config: { rule: 'super' },
      schema: {
        tags: ['companies'],
        summary: 'Companies in pages, with what is due of them within seven days.',
        querystring: z.object({
          searchParam,
          pageNumber,
          state: z.enum(states).optional().describe('`deleted`: those that can still be restored'),
          planId: z.string().max(100).optional(),
          sort: z.enum(['name', 'dueDate']).default('name').describe('`dueDate`: those switched off last'),
        }),
        response: { 200: companyPage },
      },
    },
    async (request) => {
      const { searchParam: search, pageNumber: page, state, planId, sort } = request.query;
      const reader = readStore.allCompanies();
      const { where, anyOf } = await conditionsOf(state);
      const query = {
        where: { ...where, ...(planId && { planId }) },
        ...(anyOf && { anyOf }),
        ...(search && { search }),
      };
      const [companies, count, due] = await Promise.all([
        reader.find<CompanyDocument>('companies', {
          ...query,
          sort: sort === 'name' ? ['sortName'] : ['dueKey', 'sortName'],
          skip: (page - 1) * pageSize,
          limit: pageSize + 1,
        }),
        reader.count('companies', query),
        dueSoon(),
      ]);
      return {
        companies: await views(request, companies.slice(0, pageSize)),
        count,
        hasMore: companies.length > pageSize,
        due,
      };
    },
  );
}

/** One: any for super users, the own one for an admin. */
function oneRoute({ app }: CompanyNeeds, { contextOn, find, views }: Answers): void {
  app.get(
    '/api/companies/:id',
    {
      schema: { tags: ['companies'], params: idParams, response: { 200: companyView } },
    },
    async (request) => {
      const { id } = request.params;
      contextOn(request, id);
      return (await views(request, [await find(id)]))[0]!;
    },
  );
}
