import { expect, it } from 'vitest';
import { idleSpreadsOf, longFunctionsOf } from './long-functions.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `  call(${index});`).join('\n');

it('a function of more than a hundred lines is named, with its place; one of a hundred is not', () => {
  const text = `const short = () => {\n${lines(98)}\n};\n\nexport function long() {\n${lines(99)}\n}\n`;
  expect(longFunctionsOf('a.ts', text)).toEqual([{ path: 'a.ts', line: 102, name: 'long', lines: 101 }]);
});

it('one inside another counts by itself', () => {
  const text = `const outer = () => {\n  const inner = () => {\n${lines(110)}\n  };\n};`;
  expect(longFunctionsOf('a.ts', text).map(({ name }) => name)).toEqual(['outer', 'inner']);
});

it('a literal that is spread where its names could stand is idle; a variable or a condition is not', () => {
  expect(idleSpreadsOf('a.ts', 'const a = {\n  ...{ b, c },\n  ...rest,\n  ...(d && { d }),\n};')).toEqual([
    2,
  ]);
});

it('so it is among the props of an element', () => {
  const text = 'const a = (\n  <B\n    {...{ b, c }}\n    {...rest}\n    {...(d && { d })}\n  />\n);';
  expect(idleSpreadsOf('a.tsx', text)).toEqual([3]);
});
