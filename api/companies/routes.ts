import { z } from 'zod';
import { companyView } from '../../contract/company.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { idParams, pageNumber, searchParam } from '../http/schemas.ts';
import { type Answers, type CompanyNeeds, createAnswers } from './answers.ts';
import { companyChangeRoutes } from './change-routes.ts';
import { companyCreationRoute } from './creation-route.ts';

const pageSize = 20;
const mostListed = 1_000;

/** Companies: all of them for super users, the own one for an admin. */
export function companyRoutes(api: CompanyNeeds): void {
  const answers = createAnswers(api);
  listRoutes(api, answers);
  companyCreationRoute(api, answers);
  companyChangeRoutes(api, answers);
}

function listRoutes({ app, readStore }: CompanyNeeds, { contextOn, find, views }: Answers): void {
  const tags = ['companies'];
  const deleted = { deletedAt: null };

  app.get(
    '/api/companies/list',
    {
      config: { rule: 'super' },
      schema: { tags, summary: 'Every company, by name.', response: { 200: z.array(companyView) } },
    },
    async (request) =>
      views(
        request,
        await readStore
          .allCompanies()
          .find<CompanyDocument>('companies', { where: deleted, sort: ['name'], limit: mostListed }),
      ),
  );

  app.get(
    '/api/companies',
    {
      config: { rule: 'super' },
      schema: {
        tags,
        summary: 'Companies by name, in pages; `deleted`: those that can still be restored.',
        querystring: z.object({
          searchParam,
          pageNumber,
          deleted: z.enum(['true', 'false']).optional(),
        }),
        response: {
          200: z.object({ companies: z.array(companyView), count: z.number(), hasMore: z.boolean() }),
        },
      },
    },
    async (request) => {
      const { searchParam: search, pageNumber: page, deleted: gone } = request.query;
      const reader = readStore.allCompanies();
      const query = {
        where: gone === 'true' ? { deletedUntil: { gt: '' } } : deleted,
        ...(search && { search }),
      };
      const [found, count] = await Promise.all([
        reader.find<CompanyDocument>('companies', {
          ...query,
          sort: ['name'],
          skip: (page - 1) * pageSize,
          limit: pageSize + 1,
        }),
        reader.count('companies', query),
      ]);
      return {
        companies: await views(request, found.slice(0, pageSize)),
        count,
        hasMore: found.length > pageSize,
      };
    },
  );

  app.get(
    '/api/companies/:id',
    {
      schema: { tags, params: idParams, response: { 200: companyView } },
    },
    async (request) => {
      const { id } = request.params;
      contextOn(request, id);
      return (await views(request, [await find(id)]))[0]!;
    },
  );
}
