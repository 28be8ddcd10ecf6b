import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inScope } from '../access/policy.ts';
import type { QueueScope } from '../access/queue-scope.ts';
import { meets } from '../where.ts';
import { visibleTickets } from './visible-tickets.ts';

const queue = fc.constantFrom('sales', 'support', 'billing');
const scopes: fc.Arbitrary<QueueScope> = fc.record({
  userId: fc.constant('ana'),
  queueIds: fc.oneof(fc.constant('all' as const), fc.uniqueArray(queue)),
  noQueue: fc.boolean(),
});
const tickets = fc.record({
  queueId: fc.option(queue),
  userId: fc.constantFrom('ana', 'bruno', null),
});

it('the tickets a scope lets see, as conditions, are those that are in scope', () => {
  fc.assert(
    fc.property(scopes, tickets, (scope, ticket) => {
      const anyOf = visibleTickets(scope);
      expect(meets(ticket, anyOf === undefined ? { where: {} } : { where: {}, anyOf })).toBe(
        inScope(scope, ticket),
      );
    }),
  );
});
