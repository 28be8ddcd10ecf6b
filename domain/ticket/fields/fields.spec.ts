import { expect, test, vi } from 'vitest';
import { listConditions } from '../../ticket-lists/ticket-lists.ts';
import type { TicketCommand } from '../commands.ts';
import type { TicketEvent } from '../events.ts';
import { ticketEvents } from '../events.ts';
import { deleted, givenTicket, opened, resolved } from '../fixtures.ts';
import { ticketDecider } from '../ticket.ts';

vi.mock('./declared.ts', () => import('./fixtures.ts'));

const set = (data: object) =>
  ({ type: 'SetTicketFields', data }) as unknown as Pick<
    Extract<TicketCommand, { type: 'SetTicketFields' }>,
    'type' | 'data'
  >;
const changed = (weight: string, beforeWeight: string) =>
  ({
    type: 'TicketWeightChanged',
    data: { ticketId: 't1', weight, beforeWeight },
  }) as unknown as TicketEvent;

test('a ticket that says nothing of a field has its usual value', () => {
  expect(ticketDecider.evolve(ticketDecider.initial, opened(), '')).toMatchObject({
    weight: 'light',
    tagIds: [],
  });
});

test('setting one says what it was; setting it again, or to what it is, changes nothing', () => {
  expect(
    givenTicket(opened())
      .when(set({ weight: 'heavy' }))
      .events(),
  ).toEqual([changed('heavy', 'light')]);
  const heavy = givenTicket(opened(), changed('heavy', 'light'));
  expect(heavy.when(set({ weight: 'heavy' })).events()).toEqual([]);
  expect(heavy.when(set({ weight: 'light' })).events()).toEqual([changed('light', 'heavy')]);
  expect(
    givenTicket(opened())
      .when(set({ weight: 'light' }))
      .events(),
  ).toEqual([]);
});

test('what is named is set, of a closed ticket too; the rest stays', () => {
  const both = givenTicket(opened(), resolved).when(set({ weight: 'heavy', tagIds: ['a', 'a'] }));
  expect(both.events()).toEqual([
    { type: 'TicketTagsChanged', data: { ticketId: 't1', tagIds: ['a'], beforeTagIds: [] } },
    changed('heavy', 'light'),
  ]);
  expect(givenTicket(opened(), resolved).when(set({})).events()).toEqual([]);
});

test('of a deleted ticket, and out of sight, nothing is set', () => {
  expect(
    givenTicket(opened(), deleted)
      .when(set({ weight: 'heavy' }))
      .refusal(),
  ).toMatchObject({
    code: 'ERR_NO_TICKET_FOUND',
  });
  const elsewhere = { userId: 'bruno', queueIds: ['sales'], noQueue: false };
  expect(
    givenTicket(opened())
      .when(set({ weight: 'heavy' }), { scope: elsewhere })
      .refusal(),
  ).toMatchObject({ code: 'ERR_NO_PERMISSION' });
});

test('an event takes one of the declared values and no other', () => {
  const schemas: Readonly<Record<string, { safeParse(data: unknown): { success: boolean } }>> = ticketEvents;
  const taken = (data: unknown) => schemas.TicketWeightChanged?.safeParse(data).success;
  expect(taken({ ticketId: 't1', weight: 'heavy', beforeWeight: 'light' })).toBe(true);
  expect(taken({ ticketId: 't1', weight: 'huge', beforeWeight: 'light' })).toBe(false);
  expect(taken({ ticketId: 't1', weight: 'heavy' })).toBe(false);
});

test('a list asked for values of a field shows the tickets that have one of them', () => {
  const viewer = {
    userId: 'ana',
    profile: 'admin' as const,
    super: false,
    queueIds: [],
    scope: { userId: 'ana', queueIds: 'all' as const, noQueue: true },
  };
  const whereOf = (filter: object) => listConditions(viewer, { showAll: true, ...filter }).where;
  expect(whereOf({ weight: ['heavy'] })).toEqual({ weight: 'heavy' });
  expect(whereOf({ weight: ['heavy', 'light'], tagIds: [] })).toEqual({
    weight: { in: ['heavy', 'light'] },
  });
});
