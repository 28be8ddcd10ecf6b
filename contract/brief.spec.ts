import fc from 'fast-check';
import { expect, it } from 'vitest';
import { briefOf, differenceOf, withBrief, withDifference } from './brief.ts';

const text = fc.constantFrom('', 'a', 'b', 'Bom dia');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const card = fc.record({
  id: fc.constant('t1'),
  status: fc.constantFrom('open', 'pending'),
  position: fc.nat(3),
  lastMessage: text,
  updatedAt: text,
  user: fc.option(fc.record({ id: text, name: text, colour: optional(text) })),
  tags: fc.array(fc.record({ id: text }), { maxLength: 2 }),
  preview: fc.option(fc.record({ body: text, at: text, about: optional(text) })),
  joined: optional(fc.array(text, { maxLength: 1 })),
});
const spoken = (value: unknown) => JSON.parse(JSON.stringify(value));

it('makes the next card of the one before and what is told of the change, or tells nothing', () => {
  let told = 0;
  fc.assert(
    fc.property(card, card, (before, after) => {
      const changed = briefOf(before, after, after.position);
      if (changed === undefined) return;
      told += 1;
      const [known, next] = [spoken(before), spoken(after)];
      expect(withBrief(known, spoken(changed), after.position)).toEqual(next);
      expect(known).toEqual(spoken(before));
    }),
    { numRuns: 2_000 },
  );
  expect(told).toBeGreaterThan(200);
});

it('tells of a message what the preview shows, once', () => {
  const preview = { id: 'm1', body: 'Oi', fromMe: false, at: '10:00' };
  const before = { id: 't1', lastMessage: 'Oi', updatedAt: '10:00', unreadMessages: 1, position: 1, preview };
  const after = {
    ...{ id: 't1', lastMessage: 'Alô', updatedAt: '10:01', unreadMessages: 2, position: 2 },
    preview: { id: 'm2', body: 'Alô', fromMe: false, at: '10:01' },
  };
  expect(briefOf(before, after, 2)).toEqual({
    unreadMessages: 2,
    preview: { id: 'm2', body: 'Alô', at: '10:01' },
  });
});

it.each([
  ['a field is gone', { joined: ['t0'] }, {}],
  ['a field of a part is gone', { preview: { body: 'a', about: 'x' } }, { preview: { body: 'a' } }],
])('says nothing where %s', (_, before, after) => {
  expect(differenceOf(before, after)).toBeUndefined();
});

it('puts a part that stood nowhere, or stands no longer, and lists, as they are', () => {
  expect(differenceOf({ user: null, tags: ['a'] }, { user: { id: 'u' }, tags: ['b'] })).toEqual({
    user: { id: 'u' },
    tags: ['b'],
  });
  expect(withDifference({ user: { id: 'u' }, tags: ['a'] }, { user: null, tags: [] })).toEqual({
    user: null,
    tags: [],
  });
});

it('is not made of a card that stands at another position than it is told with', () => {
  expect(briefOf({ position: 1 }, { position: 2 }, 3)).toBeUndefined();
});
