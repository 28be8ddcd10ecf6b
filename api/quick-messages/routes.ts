import { z } from 'zod';
import type { RecordDocument } from '../../projections/records/document.ts';
import { quickMessage } from '../../records/index.ts';
import { optional } from '../http/schemas.ts';
import { rowsFor } from '../records/rows.ts';
import { recordViews } from '../records/view.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'names'>;

const ignoredText = optional(z.string().max(100));
/** More than a person keeps. */
const mostListed = 1_000;

/** What the composer suggests; the quick messages themselves are generated routes. */
export function quickMessageRoutes(api: Needs): void {
  const { app, names } = api;

  app.get(
    '/api/quick-messages/list',
    {
      schema: {
        tags: [quickMessage.plural],
        summary: 'The caller’s own active quick messages and those for everybody, by shortcode.',
        description: 'Company and user are those of the token: the parameters are accepted and say nothing.',
        querystring: z.object({ companyId: ignoredText, userId: ignoredText }),
        response: { 200: z.array(z.looseObject({ id: z.string() })) },
      },
    },
    async (request) => {
      const { session, read } = request;
      const found = await read.find<RecordDocument>(quickMessage.plural, {
        ...rowsFor(quickMessage, session, true),
        sort: ['sortTitle'],
        limit: mostListed,
      });
      const active = found.filter(({ status }) => status === true);
      return recordViews(quickMessage, read, await names.company(session.companyId), active);
    },
  );
}
