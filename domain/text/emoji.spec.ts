import { describe, expect, it } from 'vitest';
import { isEmoji } from './emoji.ts';

describe('an emoji', () => {
  it.each(['👍', '❤️', '❤', '👍🏽', '👩🏽‍❤️‍💋‍👨🏿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇧🇷', '1️⃣', '🫡'])('%s is one', (text) => {
    expect(isEmoji(text)).toBe(true);
  });

  it.each([
    '',
    'a',
    '1',
    '👍👍',
    '👍 ',
    ' ',
    'oi 👍',
    '\ud83d',
    '\u202e👍',
    `👍${'\u0301'.repeat(60)}`,
    '👩‍'.repeat(40_000),
  ])('%j is none', (text) => {
    expect(isEmoji(text)).toBe(false);
  });
});
