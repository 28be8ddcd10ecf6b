import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOf, storedName } from './stored-name.ts';

test('a name of two ids takes 16 bytes for each beside its category', () => {
  const stored = storedName(`ticket-${randomUUID()}_${randomUUID()}`);
  expect(stored).toBeInstanceOf(Uint8Array);
  expect(stored).toHaveLength('ticket'.length + 32);
});

test('any other name is stored as it is', () => {
  const [company, id] = [randomUUID(), randomUUID()];
  for (const stream of [
    'chain-platform_log',
    `claim-${company}_0123`,
    `claim-${company}_${id.replaceAll('-', '0')}`,
    `ticket-${company.toUpperCase().replace(/^./, 'A')}_${id}`,
    `ticket-${company}.${id}`,
    `two.words-${company}_${id}`,
    `-${company}_${id}`,
    `${company}_${id}`,
  ])
    expect(storedName(stream)).toBe(stream);
});

test('every name comes back, and no two are stored alike', () => {
  const part = fc.oneof(fc.uuid(), fc.string({ maxLength: 40 }));
  const category = fc.oneof(fc.constantFrom('ticket', 'contact', 'a'), fc.string({ maxLength: 12 }));
  const name = fc.tuple(category, part, part).map(([one, company, id]) => `${one}-${company}_${id}`);
  fc.assert(
    fc.property(name, (stream) => {
      expect(nameOf(storedName(stream))).toBe(stream);
    }),
    { numRuns: 2_000 },
  );
});

test('damaged bytes are the name of nothing', () => {
  expect(nameOf(new Uint8Array(32))).toBe('?');
});
