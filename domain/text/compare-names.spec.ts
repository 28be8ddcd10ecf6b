import { expect, it } from 'vitest';
import { byName } from './compare-names.ts';

it('numbers in names count as numbers, and neither case nor an accent leads a name astray', () => {
  const names = ['Zoe', 'Loja 10', 'água', 'Loja 100', 'Banco', 'Loja 2', 'Loja 1'];
  const sorted = names.map((name) => ({ name })).toSorted(byName);
  expect(sorted.map(({ name }) => name)).toEqual([
    'água',
    'Banco',
    'Loja 1',
    'Loja 2',
    'Loja 10',
    'Loja 100',
    'Zoe',
  ]);
});
