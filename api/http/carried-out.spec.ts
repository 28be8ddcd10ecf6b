import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Handled } from '../../domain/kernel/pipeline.ts';
import { ofRequest } from './carried-out.ts';

const handled = (revision: number, ...ids: readonly string[]) =>
  ({
    loaded: { state: { a: 'million rows' }, revision, position: 7 },
    events: ids.map((id, at) => ({
      id,
      stream: 'list-1',
      revision: revision - ids.length + 1 + at,
      data: { a: 'million rows' },
    })),
  }) as unknown as Handled<unknown>;

it('a request holds the last event of each command by its place alone, neither states nor events', () => {
  const request = { id: 'r1', carriedOut: null } as FastifyRequest;
  const { onHandled } = ofRequest(request);
  expect(request.carriedOut).toBeNull();
  onHandled(handled(4));
  expect(request.carriedOut).toEqual([]);
  onHandled(handled(6, 'e1', 'e2'));
  expect(request.carriedOut).toEqual([{ stream: 'list-1', revision: 6, position: 7, id: 'e2' }]);
});
