import { z } from 'zod';
import { type ParkedView, parkedPage } from '../../contract/connection.ts';
import { DomainError } from '../../domain/errors.ts';
import { dropParked, listParked, type Parked } from '../../messaging/parked.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'names' | 'state'>;

const tags = ['connections'];
const id = z.string().regex(/^[0-9a-f-]{1,64}$/);
const page = 50;
const mostShown = 2_000;

/** What came from messaging networks and could not be taken in, for the admin who has to know. */
export function parkedRoutes({ app, state, names }: Needs): void {
  const config = { rule: 'connections-page:actionButtons' } as const;

  app.get(
    '/api/parked',
    {
      config,
      schema: {
        tags,
        summary: 'What could not be taken in from a messaging network, the newest first; kept for 90 days.',
        querystring: z.object({ after: id.optional() }),
        response: { 200: parkedPage },
      },
    },
    async ({ session, query }) => {
      const company = await names.company(session.companyId);
      const parkedEntries = await listParked(state, session.companyId, {
        after: query.after,
        limit: page + 1,
      });
      const view = (parkedEntry: Parked): ParkedView => ({
        id: parkedEntry.id,
        connection: {
          id: parkedEntry.connectionId,
          name: company.get('connections', parkedEntry.connectionId)?.name ?? '',
        },
        kind: parkedEntry.kind,
        from: parkedEntry.addresses[0] ?? '',
        name: parkedEntry.name,
        body: parkedEntry.body.slice(0, mostShown).toWellFormed(),
        reason: parkedEntry.reason,
        detail: parkedEntry.detail,
        at: parkedEntry.at,
      });
      return { parked: parkedEntries.slice(0, page).map(view), hasMore: parkedEntries.length > page };
    },
  );

  app.delete(
    '/api/parked/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Somebody has seen to it.',
        params: z.object({ id }),
        response: { 204: z.null() },
      },
    },
    async ({ session, params }, reply) => {
      if (!(await dropParked(state, session.companyId, params.id))) throw new DomainError('ERR_NOT_FOUND');
      return reply.code(204).send(null);
    },
  );
}
