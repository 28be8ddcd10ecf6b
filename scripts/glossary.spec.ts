import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');

test('every place that the glossary names is there', () => {
  const places = [...glossary.matchAll(/`([a-z-]+\/[^`*<]*)`/g)].map(([, place]) => place!);
  expect(places.length).toBeGreaterThan(20);
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
});

test('no term is explained twice', () => {
  const terms = [...glossary.matchAll(/^\| ([a-z ]+) \| /gm)].map(([, term]) => term!);
  const own = terms.filter((term) => term !== 'term');
  expect(own).toEqual([...new Set(own)]);
});
