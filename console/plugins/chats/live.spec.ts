import { expect, it } from 'vitest';
import type { ChatMessageView } from '../../../contract/chat.ts';
import type { Pages } from './data.ts';
import { withMessage } from './live.ts';

const message = (order: number): ChatMessageView => ({
  id: `m${order}`,
  chatId: 'c',
  senderId: 'u',
  sender: null,
  message: `${order}`,
  order,
  createdAt: '2026-11-23T12:00:00.000Z',
  position: order,
});
const held: Pages = {
  pages: [
    { records: [message(5), message(7)], hasMore: true, count: 4 },
    { records: [message(1), message(3)], hasMore: false, count: 4 },
  ],
  pageParams: [undefined, 5],
};
const orders = ({ pages }: Pages) => pages.map(({ records }) => records.map(({ order }) => order));

it('a message that comes stands in its place, once', () => {
  expect(orders(withMessage(held, message(9)))).toEqual([
    [5, 7, 9],
    [1, 3],
  ]);
  expect(orders(withMessage(held, message(6)))).toEqual([
    [5, 6, 7],
    [1, 3],
  ]);
  for (const known of [1, 7]) expect(withMessage(held, message(known))).toBe(held);
});
