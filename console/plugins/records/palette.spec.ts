import { expect, it } from 'vitest';
import { color } from '../../../domain/records/shapes.ts';
import { messages } from './messages/pt.ts';
import { inkOn, palette } from './palette.ts';

it('has fifty colours that a record may have, no two alike, each with a name', () => {
  expect(new Set(palette.map((one) => one.color)).size).toBe(50);
  for (const { color: its, hue, tone } of palette) {
    expect(color.safeParse(its).success, its).toBe(true);
    expect(messages[`records.color.hue.${hue}`], hue).toBeTruthy();
    expect(messages[`records.color.tone.${tone}`], tone).toContain('%{hue}');
  }
});

it('marks each with what can be seen on it', () => {
  expect(inkOn('#000000')).toBe('#ffffff');
  expect(inkOn('#ffffff')).toBe('#1d161c');
  expect(palette.filter(({ color: its }) => inkOn(its) === '#ffffff').length).toBeGreaterThan(10);
  expect(palette.filter(({ color: its }) => inkOn(its) !== '#ffffff').length).toBeGreaterThan(10);
});
