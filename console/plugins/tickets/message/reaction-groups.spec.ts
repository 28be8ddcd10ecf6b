import { describe, expect, test } from 'vitest';
import type { ReactionView } from '../../../../contract/message.ts';
import { gatherReactions, pressReaction, tallyReactions } from './reaction-groups.ts';

const reaction = (emoji: string, over: Partial<ReactionView> = {}): ReactionView => ({
  ...{ emoji, fromMe: false, participant: null, user: null, at: '', pending: false, ...over },
});
const bia = { name: 'Bia', number: '1' };

describe('reactions', () => {
  test('are gathered by emoji, in the order in which they came', () => {
    const all = [reaction('👍'), reaction('❤️', { fromMe: true }), reaction('👍', { participant: bia })];
    expect(gatherReactions(all).map(({ emoji, by, own }) => [emoji, by.length, own])).toEqual([
      ['👍', 2, false],
      ['❤️', 1, true],
    ]);
  });
  test('pressed again are taken back, unless they are only the contact’s', () => {
    const all = [reaction('👍'), reaction('❤️', { fromMe: true })];
    expect(pressReaction(all, '❤️')).toBe('');
    expect(pressReaction(all, '👍')).toBe('👍');
    expect(pressReaction([], '😮')).toBe('😮');
  });
});

test('a poll’s options have who chose them, as shares of all who voted', () => {
  const votes = [
    { fromMe: false, participant: null, choices: [0, 2] },
    { fromMe: false, participant: bia, choices: [2] },
  ];
  expect(tallyReactions(['a', 'b', 'c'], votes).map(({ by, share }) => [by.length, share])).toEqual([
    [1, 0.5],
    [0, 0],
    [2, 1],
  ]);
  expect(tallyReactions(['a'], [])).toEqual([{ option: 'a', by: [], share: 0 }]);
});
