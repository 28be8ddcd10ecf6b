import { expect, test } from 'vitest';
import { BARS, loudness, moveBars, silence } from './level.ts';

const tone = (amplitude: number) =>
  Uint8Array.from({ length: 1_024 }, (_, at) => 128 + Math.round(127 * amplitude * Math.sin(at / 5)));

test('silence is nothing, a whisper is seen, and a shout fills the bar', () => {
  expect(loudness(tone(0))).toBe(0);
  expect(loudness(new Uint8Array())).toBe(0);
  expect(loudness(tone(0.03))).toBeGreaterThan(0.15);
  expect(loudness(tone(0.03))).toBeLessThan(loudness(tone(0.3)));
  expect(loudness(tone(1))).toBe(1);
});

test('the picture moves on by a bar and stays as long as it is', () => {
  const bars = moveBars(moveBars(silence, 0.5), 1);
  expect(bars).toHaveLength(BARS);
  expect(bars.slice(-3)).toEqual([0, 0.5, 1]);
});
