import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { publicEventOnWire } from '../../contract/public-event.ts';
import { DomainError } from '../../domain/errors.ts';
import { LogRewoundError } from '../../domain/kernel/event-store.ts';
import { publicEventOf, publicEventTypes } from '../../domain/public-events/public-event.ts';
import type { ApiTokenDocument } from '../../projections/api-tokens/document.ts';
import { withoutDeleted } from '../../projections/messages/told.ts';
import { optional } from '../http/schemas.ts';
import { aBitOf, createTurns } from '../http/turns.ts';
import type { Api } from '../services.ts';
import { boundTo, demandStanding } from '../tokens/enter.ts';

type Needs = Pick<Api, 'app' | 'eventStore' | 'names' | 'now'>;

const page = 500;
/** Events of all companies that one call looks through. */
const mostLookedAt = 10_000;
const longestWaitSeconds = 25;
/** How often who waits looks whether the log has grown. */
const lookMs = 250;
const feed = z
  .object({
    events: z.array(
      z.object({
        id: z.string(),
        type: z.enum(publicEventTypes),
        position: z.number().describe('Its place in the log: what the next call names as `after`'),
        at: z.string(),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
    next: z.number().describe('What to ask for next, also where nothing of the company stands in between'),
    hasMore: z.boolean(),
  })
  .meta({
    examples: [
      {
        events: [
          {
            id: '019abc12-3456-7def-8123-a0a0a0a0a0a0',
            type: 'message.sent',
            position: 4711,
            at: '2026-11-23T12:00:01.000Z',
            data: {
              id: '019abc12-3456-7def-8123-456789abcdef',
              ticketId: '019abc12-3456-7def-8123-0123456789ab',
            },
          },
        ],
        next: 4711,
        hasMore: false,
      },
    ],
  });
type Feed = z.output<typeof feed>;

const typesIn = (given: string): readonly string[] => given.split(',').map((type) => type.trim());
const query = z.object({
  after: z.union([z.literal('end'), z.coerce.number().int().min(0)]).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  types: optional(
    z
      .string()
      .max(500)
      .refine((given) => typesIn(given).every((type) => publicEventTypes.some((one) => one === type))),
  ).meta({
    description: 'One or more types, separated by commas; absent: all',
    examples: ['message.received,message.status'],
  }),
  wait: optional(z.coerce.number().int().min(0).max(longestWaitSeconds)),
});

function createLooking({ app, eventStore, names, now }: Needs) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  /** @throws ERR_VALIDATION when nothing stands at `after`: the log is another one, and what it gets meanwhile would be passed over */
  async function readEvents(after: number) {
    const nothingThere = () =>
      new DomainError('ERR_VALIDATION', 'No event stands there', { errors: { after: 'invalid' } });
    try {
      const found = await eventStore.readAll({ after, limit: page });
      // Not every engine says so by itself.
      if (found.length === 0 && after > (await eventStore.head())) throw nothingThere();
      return found;
    } catch (error) {
      throw error instanceof LogRewoundError ? nothingThere() : error;
    }
  }

  /** Returns what stands behind `after`; of a long log no more than can be looked through at once. */
  async function feedAfter(request: FastifyRequest, after: number): Promise<Feed> {
    const { limit, types } = request.query as z.output<typeof query>;
    const { companyId } = request.session;
    const wantedTypes = types === undefined ? undefined : typesIn(types);
    const events: Feed['events'] = [];
    let nextPosition = after;
    for (let looked = 0; looked < mostLookedAt; looked += page) {
      const from = nextPosition;
      // Who follows the log reads a page; who looks through much of it takes turns, or nobody else would be answered meanwhile.
      const pageEvents = await (looked === 0 ? readEvents(from) : aBitOf(() => readEvents(from)));
      for (const event of pageEvents) {
        nextPosition = event.position;
        const told = event.metadata.companyId === companyId ? publicEventOf(event) : undefined;
        if (!told || (wantedTypes && !wantedTypes.includes(told.type))) continue;
        events.push({ id: event.id, ...told, position: event.position, at: event.metadata.at });
        if (events.length === limit) return { events, next: nextPosition, hasMore: true };
      }
      if (pageEvents.length < page) return { events, next: nextPosition, hasMore: false };
    }
    return { events, next: nextPosition, hasMore: true };
  }

  /** Returns whether the log grew before `until`. @throws ERR_NO_SESSION when the token has ended or the company was switched off meanwhile */
  async function waitForEvents({ request, reply, after, until }: Waiting): Promise<boolean> {
    while (performance.now() < until && !closing && !reply.raw.destroyed) {
      await pause(lookMs);
      const token = await request.read.get<ApiTokenDocument>('apiTokens', request.session.userId);
      if (!token) throw new DomainError('ERR_NO_SESSION');
      await demandStanding({ names, now }, token);
      if ((await eventStore.head()) > after) return true;
    }
    return false;
  }

  return { feedAfter, waitForEvents };
}
interface Waiting {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly after: number;
  readonly until: number;
}

/** What happened, in order and without a gap: for systems that ask by themselves. */
export function eventRoutes(api: Needs): void {
  const { app, eventStore } = api;
  const { feedAfter, waitForEvents } = createLooking(api);
  const inTurn = createTurns({ atOnce: 2, waiting: 4 });

  app.get(
    '/api/events',
    {
      config: { scope: 'events:read', plan: 'useExternalApi', refuses: ['ERR_NO_PERMISSION'] },
      schema: {
        tags: ['external'],
        operationId: 'listEvents',
        summary: 'What happened after a position, oldest first.',
        description:
          'By a token with the scope events:read that is not one connection’s. Begin with after=0 (all there is) or after=end (nothing that was) and go ' +
          `on with \`next\`. \`wait\`: up to ${longestWaitSeconds} seconds for something to happen. What was said by somebody who was erased since, ` +
          `or deleted for everyone, is empty. Types: ${publicEventTypes.join(', ')}.`,
        querystring: query,
        response: { 200: feed },
      },
    },
    async (request, reply): Promise<Feed> => {
      if (boundTo(request) !== null)
        throw new DomainError('ERR_NO_PERMISSION', 'The token is for one connection alone');
      const { after, wait = 0 } = request.query;
      if (after === 'end') return { events: [], next: await eventStore.head(), hasMore: false };
      const until = performance.now() + wait * 1_000;
      return inTurn(request.session.userId, async () => {
        let found = await feedAfter(request, after);
        while (found.events.length === 0 && !found.hasMore) {
          if (!(await waitForEvents({ request, reply, after: found.next, until }))) break;
          found = await feedAfter(request, found.next);
        }
        const told = await withoutDeleted(request.read, found.events);
        return { ...found, events: told.map(publicEventOnWire) };
      });
    },
  );
}
