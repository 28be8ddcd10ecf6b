import { expect, it } from 'vitest';
import { compareNames } from './compare-names.ts';
import { sortName } from './sort-name.ts';

it('a store that compares byte by byte has names in the order in which people look for them', () => {
  const names = [
    '',
    '🔥 Promo',
    '#2',
    '#10',
    '9',
    '007',
    '10',
    '12345678',
    '123456789',
    '99999999999999999',
    '100000000000000000',
    'Água',
    'agora',
    'Loja',
    'loja 1',
    'Loja 2',
    'Loja 10',
    'Loja 10 b',
    'Loja 10a',
    'Zoe',
  ];
  const bytewise = (a: string, b: string) =>
    Buffer.compare(Buffer.from(sortName(a)), Buffer.from(sortName(b)));
  const sorted = names.toReversed().toSorted(bytewise);
  expect(sorted).toEqual(names.toReversed().toSorted(compareNames));
});
