import { expect, test } from 'vitest';
import type { BoardCard } from '../../../contract/board.ts';
import type { Change } from '../../../contract/changes.ts';
import type { TicketView } from '../../../contract/ticket.ts';
import type { Viewer } from '../../../domain/ticket-lists/ticket-lists.ts';
import { dealCards, lanesInOrder, shiftLane, withLimits } from './board.ts';
import { type Cards, patchCards } from './patch.ts';

const tag = (id: string) => ({ id, name: id, color: '#068e58', kanban: 1 as const });
const tags = [tag('budget'), tag('paid'), tag('shipped')];
const usual = { order: [], limits: {} };
const card = (id: string, tagIds: readonly string[] = [], more: Partial<BoardCard> = {}): BoardCard =>
  ({
    ...{
      id,
      uuid: id,
      status: 'open',
      queueId: 'support',
      position: 1,
      updatedAt: `2026-01-01T00:00:0${id}Z`,
    },
    tags: tagIds.map((one) => ({ id: one, name: one, color: '' })),
    ...more,
  }) as BoardCard;
const ids = (lanes: readonly { readonly id: string; readonly cards: readonly BoardCard[] }[]) =>
  Object.fromEntries(lanes.map((lane) => [lane.id, lane.cards.map(({ id }) => id)]));
const orderOf = (lanes: readonly { readonly id: string }[]) => lanes.map(({ id }) => id);

test('the lane of tickets without a lane’s tag comes first, then one for each tag', () => {
  expect(orderOf(lanesInOrder(tags, usual))).toEqual(['open', 'budget', 'paid', 'shipped']);
});

test('lanes stand as they were arranged, new ones after them', () => {
  const order = ['paid', 'gone', 'open'];
  expect(orderOf(lanesInOrder(tags, { order, limits: {} }))).toEqual(['paid', 'open', 'budget', 'shipped']);
});

test('a lane goes one place to the left or right, and not over the edge', () => {
  const lanes = lanesInOrder(tags, usual);
  expect(shiftLane(lanes, 'paid', -1)).toEqual(['open', 'paid', 'budget', 'shipped']);
  expect(shiftLane(lanes, 'paid', 1)).toEqual(['open', 'budget', 'shipped', 'paid']);
  expect(shiftLane(lanes, 'open', -1)).toEqual(orderOf(lanes));
  expect(shiftLane(lanes, 'shipped', 1)).toEqual(orderOf(lanes));
});

test('a limit is set, changed and taken away', () => {
  const set = withLimits(withLimits(usual, 'paid', 3), 'open', 2);
  expect(lanesInOrder(tags, set).map(({ limit }) => limit)).toEqual([2, undefined, 3, undefined]);
  expect(withLimits(set, 'paid', undefined).limits).toEqual({ open: 2 });
});

test('a card stands in the lane of its tag, changed last first; of several in the first of them', () => {
  const cards = [
    card('1', ['vip']),
    card('2', ['vip', 'paid']),
    card('3', ['paid']),
    card('4', ['paid', 'budget']),
  ];
  expect(ids(dealCards(lanesInOrder(tags, usual), cards))).toEqual({
    open: ['1'],
    budget: ['4'],
    paid: ['3', '2'],
    shipped: [],
  });
});

test('a card on its way stands where it goes, unless that lane is gone', () => {
  const heads = lanesInOrder(tags, usual);
  const cards = [card('1', ['paid'])];
  expect(ids(dealCards(heads, cards, new Map([['1', 'open']]))).open).toEqual(['1']);
  expect(ids(dealCards(heads, cards, new Map([['1', 'gone']]))).paid).toEqual(['1']);
});

test('of one queue only its cards are shown', () => {
  const cards = [card('1'), card('2', [], { queueId: 'sales' })];
  expect(ids(dealCards(lanesInOrder(tags, usual), cards, new Map(), 'sales')).open).toEqual(['2']);
});

const viewer: Viewer = {
  ...{ userId: 'ana', profile: 'user', super: false, queueIds: ['support'], grant: undefined },
  scope: { userId: 'ana', queueIds: ['support'], noQueue: false },
};
const held: Cards = { cards: new Map([['1', card('1', [], { position: 5 })]]), hasMore: false };
const change = (
  action: string,
  id: string,
  position: number,
  more: object | null = {},
): Change<TicketView> => ({
  ...{ channel: 'ticket', action, id, position },
  ...(more && {
    document: { ...card(id, ['paid'], { position }), contact: { id: 'k', name: 'K' }, ...more } as TicketView,
  }),
});
const after = (one: Change<TicketView>) => patchCards(held, one, viewer).cards;

test('a change moves, adds or takes a card; what is older, or says nothing of it, does not', () => {
  expect(after(change('update', '1', 6)).get('1')?.tags).toHaveLength(1);
  expect(after(change('update', '1', 4)).get('1')?.tags).toHaveLength(0);
  expect([...after(change('create', '2', 6)).keys()]).toEqual(['1', '2']);
  expect(after(change('delete', '1', 6, null)).size).toBe(0);
  expect(after(change('delete', '1', 4, null)).size).toBe(1);
  expect(after(change('update', '1', 6, null)).size).toBe(1);
});

test('what is finished, or in a queue of others, is no card', () => {
  for (const more of [{ status: 'closed' }, { queueId: 'sales' }, { queueId: null }]) {
    expect(after(change('update', '1', 6, more)).size).toBe(0);
    expect([...after(change('update', '2', 6, more)).keys()]).toEqual(['1']);
  }
});
