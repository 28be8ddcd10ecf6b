import type { FastifyRequest } from 'fastify';
import type { Mark } from '../../domain/kernel/event-store.ts';
import type { Handled } from '../../domain/kernel/pipeline.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request's commands came to, so far: it may be refused after a part of it was done. */
    carriedOut: Handled<unknown>[] | null;
  }
}

/** Returns what a command's metadata says of the request that gave it. */
export const ofRequest = (request: FastifyRequest) => ({
  correlationId: request.id,
  onHandled: (handled: Handled<unknown>) => {
    request.carriedOut = [...(request.carriedOut ?? []), handled];
  },
});

/** Returns the last event of each command, by which it can be told later whether they still are in the log. */
export const marksOf = ({ carriedOut }: FastifyRequest): readonly Mark[] =>
  (carriedOut ?? []).flatMap(({ loaded: { revision, position }, events }) => {
    const last = events.at(-1);
    return last?.revision === revision ? [{ stream: last.stream, revision, position, id: last.id }] : [];
  });
