import { z } from 'zod';
import { type PlanUse, type PublicPlan, planCount, planUse, publicPlan } from '../../contract/plan.ts';
import { placesTaken } from '../../domain/company/plan.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { records } from '../../domain/records/index.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';

const definition = records.find(({ name }) => name === 'plan')!;

type Needs = Pick<Api, 'app' | 'readStore'>;

/** Returns what a visitor may see of a plan; a field that came after it has its default. */
const publicPlanOf = (plan: RecordDocument): PublicPlan =>
  publicPlan.parse({
    id: plan.id,
    ...Object.fromEntries(
      Object.entries(definition.fields).map(([name, field]) => [name, plan[name] ?? field.default]),
    ),
  });

/** Plans: those that a visitor may choose, and who has which. */
export function planRoutes(api: Needs): void {
  publicRoutes(api);
  usageRoutes(api);
}

/** Plans that a visitor may choose, with what they may see of them. */
function publicRoutes({ app, readStore }: Needs): void {
  for (const path of ['/api/plans/list', '/api/plans/register'])
    app.get(
      path,
      {
        config: { public: true },
        schema: {
          tags: ['plans'],
          summary: 'The plans that a visitor may sign up for, the cheapest first.',
          response: { 200: z.array(publicPlan) },
        },
      },
      async () => {
        const plans = await readStore
          .forCompany(platformCompanyId)
          .find<RecordDocument>('plans', { where: { useInternal: true }, sort: ['value'], limit: 100 });
        return plans.map(publicPlanOf);
      },
    );
}

/** Companies that are looked at at once. */
const batch = 50;

/** Who has which plan, and how much of it they use. */
function usageRoutes({ app, readStore }: Needs): void {
  async function usageOf({ id, name }: CompanyDocument): Promise<PlanUse> {
    const reader = readStore.forCompany(id);
    const [users, connections, queues] = await Promise.all(
      (['users', 'connections', 'queues'] as const).map(async (what) =>
        placesTaken(what, await reader.count(what, {})),
      ),
    );
    return { id, name, users: users!, connections: connections!, queues: queues! };
  }

  app.get(
    '/api/plans/use',
    {
      config: { rule: 'super' },
      schema: {
        tags: ['plans'],
        summary:
          'How many companies have each plan, those included that are deleted and can still be restored.',
        response: { 200: z.array(planCount) },
      },
    },
    async () => {
      const counts = await readStore.allCompanies().groupCount('companies', 'planId', {
        anyOf: [{ deletedAt: null }, { deletedUntil: { gt: '' } }],
      });
      return [...counts].flatMap(([planId, companies]) =>
        typeof planId === 'string' ? { planId, companies } : [],
      );
    },
  );

  app.get(
    '/api/plans/:id/use',
    {
      config: { rule: 'super' },
      schema: {
        tags: ['plans'],
        summary: 'What each company that has the plan uses of it.',
        params: idParams,
        response: { 200: z.array(planUse) },
      },
    },
    async (request) => {
      const planUses: PlanUse[] = [];
      for (;;) {
        const companies = await readStore.allCompanies().find<CompanyDocument>('companies', {
          where: { planId: request.params.id, deletedAt: null },
          sort: ['sortName'],
          skip: planUses.length,
          limit: batch,
        });
        planUses.push(...(await Promise.all(companies.map(usageOf))));
        if (companies.length < batch) return planUses;
      }
    },
  );
}
