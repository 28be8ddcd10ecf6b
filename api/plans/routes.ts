import { z } from 'zod';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { records } from '../../domain/records/index.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { Api } from '../services.ts';

const definition = records.find(({ name }) => name === 'plan')!;
/** All that a plan has, and nothing that the read side adds. */
const shown = Object.keys(definition.fields).filter((field) => field !== 'useInternal');
const publicPlan = z.looseObject({ id: z.string(), name: z.string(), value: z.number() });

/** Plans that a visitor may choose, with what they may see of them. */
export function planRoutes({ app, readStore }: Pick<Api, 'app' | 'readStore'>): void {
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
        return plans.map((plan) => ({
          id: plan.id,
          ...Object.fromEntries(shown.map((field) => [field, Reflect.get(plan, field)])),
        })) as z.output<typeof publicPlan>[];
      },
    );
}
