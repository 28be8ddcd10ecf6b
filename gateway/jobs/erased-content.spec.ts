import { expect, test } from 'vitest';
import type { ContactEvent } from '../../domain/contact/events.ts';
import { createErasedContent } from './erased-content.ts';

const number = '5511987654321';
const other = '5511955500777';
const hidden = '123456789012345@lid';
const profile = (of: string) => ({ contactId: 'c1', name: 'Bia', number: of, email: '', extraInfo: [] });
const created = (of: string): ContactEvent => ({
  type: 'ContactCreated',
  data: { ...profile(of), isGroup: false, origin: 'agent' },
});
const updated = (of: string): ContactEvent => ({ type: 'ContactUpdated', data: profile(of) });

/** Returns what events tell of a contact, one a day. */
function contentOf(...events: ContactEvent[]) {
  const content = createErasedContent();
  for (const [index, event] of events.entries()) {
    const metadata = { at: `2026-11-0${index + 1}T12:00:00.000Z` } as never;
    content.ofContact({ ...event, metadata });
  }
  return content;
}

test('a number that they gave up was theirs until then, and until they were deleted one that they kept', () => {
  const deleted: ContactEvent = { type: 'ContactDeleted', data: { contactId: 'c1' } };
  const { addresses, theirsUntil } = contentOf(created(number), updated(other), deleted);
  expect([...addresses]).toEqual([number, other]);
  expect([number, other].map(theirsUntil)).toEqual(['2026-11-02T12:00:00.000Z', '2026-11-03T12:00:00.000Z']);
});

const alias = (of: string): ContactEvent => ({
  type: 'ContactAliasAdded',
  data: { contactId: 'c1', alias: of },
});
test('a number that is still another address of theirs was not given up', () => {
  const { theirsUntil } = contentOf(created(number), alias(other), updated(other), updated(number));
  expect([number, other].map(theirsUntil)).toEqual([undefined, undefined]);
});

test('what they are known by since they are a contact of their own again is theirs too', () => {
  const again: ContactEvent = {
    type: 'ContactUnmerged',
    data: { contactId: 'c1', from: 'c2', number, aliases: [hidden, other] },
  };
  const learned = contentOf(created(''), alias(hidden), again);
  expect([...learned.addresses].filter(Boolean).toSorted()).toEqual([hidden, number, other].toSorted());
  const taken = contentOf(created(other), updated(number), again);
  expect([number, hidden, other].map(taken.theirsUntil)).toEqual([undefined, undefined, undefined]);
});
