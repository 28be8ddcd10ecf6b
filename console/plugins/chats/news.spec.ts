import { expect, it } from 'vitest';
import { isNews } from './news.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const message = { senderId: 'ana', chatId: 'c1', createdAt: '2026-11-23T11:59:58.000Z' };
const bia = { userId: 'bia', reading: undefined, now };

it('what a colleague just said rings, unless it is read as it comes', () => {
  expect(isNews(message, bia)).toBe(true);
  expect(isNews(message, { ...bia, reading: 'c2' })).toBe(true);
  expect(isNews(message, { ...bia, reading: 'c1' })).toBe(false);
});

it('the own words do not, nor what was said while one was away', () => {
  expect(isNews(message, { ...bia, userId: 'ana' })).toBe(false);
  expect(isNews({ ...message, createdAt: '2026-11-23T11:58:00.000Z' }, bia)).toBe(false);
});
