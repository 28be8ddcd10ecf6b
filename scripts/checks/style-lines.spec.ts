import { expect, test } from 'vitest';
import { linesOf } from './style-lines.ts';

test('lines of several files are counted together', () => {
  expect(linesOf(['a {\n  b: c;\n}\n', 'd {}\n'])).toBe(4);
});

test('a last line without an end counts too', () => {
  expect(linesOf(['a {\n}'])).toBe(2);
});
