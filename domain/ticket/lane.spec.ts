import { expect, test } from 'vitest';
import type { TicketEvent } from './events.ts';
import { deleted, givenTicket, opened, resolved } from './fixtures.ts';

const laneIds = ['budget', 'paid', 'shipped'];
const to = (tagId: string | null) => ({ type: 'MoveTicketToLane', data: { tagId, laneIds } }) as const;
const wears = (...tagIds: string[]): TicketEvent => ({
  type: 'TicketTagsChanged',
  data: { ticketId: 't1', tagIds, beforeTagIds: [] },
});
const moved = (tagId: string | null, ...removed: string[]): TicketEvent => ({
  type: 'TicketLaneChanged',
  data: { ticketId: 't1', tagId, removed },
});

test('a move is one event: it names the lane it goes to, and those it leaves', () => {
  expect(givenTicket(opened()).when(to('paid')).events()).toEqual([moved('paid')]);
  expect(
    givenTicket(opened(), wears('vip', 'budget', 'shipped'))
      .when(to('paid'))
      .events(),
  ).toEqual([moved('paid', 'budget', 'shipped')]);
});

test('what is no lane stays on the ticket', () => {
  const after = givenTicket(opened(), wears('vip', 'budget'), moved('paid', 'budget'));
  expect(after.when({ type: 'SetTicketFields', data: { tagIds: ['vip', 'paid'] } }).events()).toEqual([]);
  expect(after.when(to(null)).events()).toEqual([moved(null, 'paid')]);
});

test('a tag that is given leaves those that the ticket has by then', () => {
  const given = { type: 'AddTicketTag', data: { tagId: 'vip' } } as const;
  const after = givenTicket(opened(), wears('budget'), moved('paid', 'budget'));
  expect(after.when(given).events()).toEqual([
    { type: 'TicketTagsChanged', data: { ticketId: 't1', tagIds: ['paid', 'vip'], beforeTagIds: ['paid'] } },
  ]);
  expect(givenTicket(opened(), wears('vip')).when(given).events()).toEqual([]);
});

test('where it stands already nothing happens', () => {
  expect(givenTicket(opened()).when(to(null)).events()).toEqual([]);
  expect(givenTicket(opened(), wears('vip')).when(to(null)).events()).toEqual([]);
  expect(givenTicket(opened(), wears('vip', 'paid')).when(to('paid')).events()).toEqual([]);
});

test('of two who move it at once the second finds it where the first put it: no lane is left behind', () => {
  const first = givenTicket(opened(), wears('budget')).when(to('paid')).events();
  expect(
    givenTicket(opened(), wears('budget'), ...first)
      .when(to('shipped'))
      .events(),
  ).toEqual([moved('shipped', 'paid')]);
});

test('a closed ticket moves too; a deleted one, and one out of sight, does not', () => {
  expect(givenTicket(opened(), resolved).when(to('paid')).events()).toEqual([moved('paid')]);
  expect(givenTicket(opened(), deleted).when(to('paid')).refusal()).toMatchObject({
    code: 'ERR_NO_TICKET_FOUND',
  });
  const scope = { userId: 'bruno', queueIds: ['sales'], noQueue: false };
  expect(givenTicket(opened()).when(to('paid'), { scope }).refusal()).toMatchObject({
    code: 'ERR_NO_PERMISSION',
  });
});
