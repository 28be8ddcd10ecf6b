import { z } from 'zod';
import { publicEventOf, publicEventTypes } from '../../domain/public-events/public-event.ts';
import { limitTokenCalls } from '../external/limit.ts';
import { optional } from '../http/schemas.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'eventStore'>;

const page = 500;
/** Events of all companies that one call looks through. */
const mostLookedAt = 10_000;
const feed = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      type: z.enum(publicEventTypes),
      /** Its place in the log: what the next call names as `after`. */
      position: z.number(),
      at: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  /** What to ask for next, also where nothing of the company stands in between. */
  next: z.number(),
  hasMore: z.boolean(),
});
type Feed = z.output<typeof feed>;

/** What happened, in order and without a gap: for systems that ask by themselves. */
export function eventRoutes({ app, eventStore }: Needs): void {
  const limited = limitTokenCalls(app);
  app.get(
    '/api/events',
    {
      config: { scope: 'events:read', plan: 'useExternalApi' },
      schema: {
        tags: ['external'],
        summary: 'What happened after a position, oldest first.',
        description:
          'By a token with the scope events:read. Begin with after=0 (all there is) and go on with `next`. What was said by somebody who was ' +
          `erased since is empty. Types: ${publicEventTypes.join(', ')}.`,
        querystring: z.object({
          after: z.coerce.number().int().min(0).default(0),
          limit: z.coerce.number().int().min(1).max(500).default(100),
          /** One or more types, separated by commas; absent: all. */
          types: optional(z.string().max(500)),
        }),
        response: { 200: feed },
      },
    },
    async (request, reply): Promise<Feed> => {
      await limited(request, reply);
      const { after, limit, types } = request.query;
      const { companyId } = request.session;
      const wanted = types?.split(',').map((type) => type.trim());
      const events: Feed['events'] = [];
      let next = after;
      for (let looked = 0; looked < mostLookedAt; looked += page) {
        const found = await eventStore.readAll({ after: next, limit: page });
        for (const event of found) {
          next = event.position;
          const told = event.metadata.companyId === companyId ? publicEventOf(event) : undefined;
          if (!told || (wanted && !wanted.includes(told.type))) continue;
          events.push({ id: event.id, ...told, position: event.position, at: event.metadata.at });
          if (events.length === limit) return { events, next, hasMore: true };
        }
        if (found.length < page) return { events, next, hasMore: false };
      }
      return { events, next, hasMore: true };
    },
  );
}
