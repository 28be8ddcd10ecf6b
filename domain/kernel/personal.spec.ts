import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankOut, personalPlaces, putBack, takeOut } from './personal.ts';

const places = personalPlaces({ body: '', 'media.name': '', extra: undefined });
const text = fc.string({ minLength: 1 });
const data = fc.record(
  {
    id: text,
    body: fc.string(),
    media: fc.record({ id: text, name: text, size: fc.nat() }, { requiredKeys: ['id'] }),
    extra: fc.record({ place: text }),
  },
  { requiredKeys: ['id', 'body'] },
);

test('what is taken out and put back is what there was', () => {
  fc.assert(
    fc.property(data, (whole) => {
      const taken = takeOut(places, whole);
      if (taken === undefined) return;
      const stored = { ...taken.clear, sealed: 'a box' };
      expect(putBack(places, stored, JSON.parse(JSON.stringify(taken.personal)))).toEqual(whole);
    }),
  );
});
test('nothing personal stays outside, and nothing else goes in', () => {
  const taken = takeOut(places, {
    id: 'm1',
    body: 'oi',
    media: { id: 'f1', name: 'a.pdf', size: 1 },
    extra: { place: 'p' },
  });
  expect(taken).toEqual({
    clear: { id: 'm1', media: { id: 'f1', size: 1 } },
    personal: { body: 'oi', 'media.name': 'a.pdf', extra: { place: 'p' } },
  });
});
test('where there is nothing personal there is nothing to seal', () => {
  expect(takeOut(places, { id: 'm1', body: '', extra: undefined })).toBeUndefined();
});
test('of a contact who was erased the fields read as nothing, and what is no longer there is not invented', () => {
  expect(blankOut(places, { id: 'm1', media: { id: 'f1', size: 1 }, sealed: 'a box' })).toEqual({
    id: 'm1',
    body: '',
    media: { id: 'f1', size: 1, name: '' },
  });
  expect(blankOut(places, { id: 'm1', sealed: 'a box' })).toEqual({ id: 'm1', body: '' });
});
