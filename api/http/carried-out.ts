import type { FastifyRequest } from 'fastify';
import type { Mark } from '../../domain/kernel/event-store.ts';
import type { Handled } from '../../domain/kernel/pipeline.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Since one of this request's commands was carried out (it may be refused after that), the last event of each, by which
     * it can be told later whether they still are in the log. Nothing more is held: a file of a million rows is one request.
     */
    carriedOut: Mark[] | null;
  }
}

/** Returns what a command's metadata says of the request that gave it. */
export const ofRequest = (request: FastifyRequest) => ({
  correlationId: request.id,
  onHandled: ({ loaded: { revision, position }, events }: Handled<unknown>) => {
    request.carriedOut ??= [];
    const last = events.at(-1);
    if (last?.revision === revision)
      request.carriedOut.push({ stream: last.stream, revision, position, id: last.id });
  },
});
