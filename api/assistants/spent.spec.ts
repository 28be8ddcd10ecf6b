import { expect, it } from 'vitest';
import { spentByAll } from './spent.ts';

const prompt = (tokens: number, dailyTokens: number) => ({ id: 'p', name: 'P', tokens, dailyTokens });
const noon = new Date('2026-11-25T12:00:00.000Z');

it('adds up what all have cost and may, and says where the day ends at this pace, no further than each may go', () => {
  expect(spentByAll([prompt(100, 1_000), prompt(400, 500)], noon)).toEqual({
    ...{ tokens: 500, dailyTokens: 1_500, byDayEnd: 700, endsAt: '2026-11-26T00:00:00.000Z' },
  });
});

it('has no limit where one prompt has none, and counts what went over a limit', () => {
  expect(spentByAll([prompt(100, 0), prompt(600, 500)], noon)).toMatchObject({
    ...{ dailyTokens: 0, byDayEnd: 800 },
  });
});

it('says nothing of the end in the first hour, nor of a company without prompts', () => {
  expect(spentByAll([prompt(100, 1_000)], new Date('2026-11-25T00:59:00.000Z')).byDayEnd).toBeNull();
  expect(spentByAll([], noon)).toMatchObject({ tokens: 0, dailyTokens: 0, byDayEnd: 0 });
});
