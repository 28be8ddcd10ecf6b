import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { records } from '../domain/records/index.ts';
import type { Texts } from '../domain/texts.ts';
import { generated } from './generate-records.ts';
import { format } from './records/format.ts';

const root = join(import.meta.dirname, '..');

test('what is generated from the folders of records/ is up to date: otherwise run `npm run records`', async () => {
  for (const [file, text] of await generated()) {
    const wanted = file.endsWith('.json') ? text : await format(root, file, text);
    expect(readFileSync(join(root, file), 'utf8'), file).toBe(wanted);
  }
});

/** Every text of a declaration, wherever it stands, by the way there. */
const textsIn = (value: unknown, way: string): [string, Texts][] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('pt' in value && 'en' in value && 'es' in value) return [[way, value as Texts]];
  return Object.entries(value).flatMap(([name, under]) =>
    name === 'schema' ? [] : textsIn(under, `${way}.${name}`),
  );
};
const variables = (text: string) => [...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name).toSorted();

test.each(records.map((record) => [record.name, record] as const))(
  'the declaration of %s says every text in three languages, with the same values',
  (name, record) => {
    const all = textsIn(record, name);
    expect(all.length).toBeGreaterThan(5);
    for (const [way, { pt, en, es }] of all) {
      for (const text of [pt, en, es]) expect(text.trim(), way).not.toBe('');
      expect([variables(en), variables(es)], way).toEqual([variables(pt), variables(pt)]);
    }
  },
);
