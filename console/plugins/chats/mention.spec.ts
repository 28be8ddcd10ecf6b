import { expect, it } from 'vitest';
import { partsOf, soughtAt } from './mention.ts';

it('a ticket’s number in a message is a part of its own', () => {
  expect(partsOf('Vê o #2EK7A0B1, e o #2ek7a0b2?')).toEqual([
    { text: 'Vê o ' },
    { protocol: '2EK7A0B1' },
    { text: ', e o ' },
    { protocol: '2EK7A0B2' },
    { text: '?' },
  ]);
  expect(partsOf('#2EK7A0B1')).toEqual([{ protocol: '2EK7A0B1' }]);
  for (const text of ['sala #2', '#abcdefgh', 'a#2EK7A0B1C', ''])
    expect(partsOf(text)).toEqual(text === '' ? [] : [{ text }]);
});

it('what is typed behind a # is sought, until a blank', () => {
  expect(soughtAt('falo do #we', 11)).toEqual({ search: 'we', from: 8 });
  expect(soughtAt('#we e mais', 3)).toEqual({ search: 'we', from: 0 });
  for (const [text, caret] of [
    ['falo do #', 9],
    ['falo do #we ', 12],
    ['a#we', 4],
    ['#we', 0],
  ] as const)
    expect(soughtAt(text, caret)).toBeUndefined();
});
