import { expect, test } from 'vitest';
import { type ContactListCommand, type ContactListState, contactListDecider } from './contact-list.ts';
import type { ContactListItemEvent } from './events.ts';
import {
  type BucketState,
  bucketOf,
  type ContactListItemCommand,
  contactListItemsDecider,
  readItem,
} from './items.ts';

const at = '2026-11-24T12:00:00.000Z';
const metadata = { companyId: 'c', actor: { kind: 'user', id: 'ana' }, commandId: 'x', at };
const place = { listId: 'l', bucket: 7 };

function list() {
  let state: ContactListState = contactListDecider.initial;
  return (type: ContactListCommand['type'], data: object = {}) => {
    const events = contactListDecider.decide({ type, data, metadata } as never, state);
    for (const event of events) state = contactListDecider.evolve(state, event, at);
    return events.map((event) => event.type);
  };
}

function bucket() {
  let state: BucketState = contactListItemsDecider.initial;
  const events: ContactListItemEvent[] = [];
  const give = (type: ContactListItemCommand['type'], data: object) => {
    const more = contactListItemsDecider.decide(
      { type, data: { ...place, ...data }, metadata } as never,
      state,
    );
    for (const event of more) state = contactListItemsDecider.evolve(state, event, at);
    events.push(...more);
    return more;
  };
  const sum = (of: 'contacts' | 'valid') => events.reduce((all, { data }) => all + data.counts[of], 0);
  return {
    give,
    state: () => state,
    counts: () => ({ contacts: sum('contacts'), valid: sum('valid') }),
    ids: () => [...state.items.keys()],
  };
}

const item = (itemId: string, number: string, name = 'Bia') => ({ itemId, name, number, email: '' });
const bia = item('i1', '5511987654321');
const rui = item('i2', '5511912345678', 'Rui');

test.each([
  ['', 'required'],
  ['\u200b\u200b\u200b', 'required'],
  ['a', 'tooShort'],
  [' a ', 'tooShort'],
  ['x'.repeat(51), 'tooLong'],
])('a list called %j is refused', (name, code) => {
  const give = list();
  const refused = expect.objectContaining({ errors: { name: code } });
  expect(() => give('CreateContactList', { listId: 'l', name })).toThrow(refused);
  give('CreateContactList', { listId: 'l', name: 'Clientes' });
  expect(() => give('RenameContactList', { name })).toThrow(refused);
});

test('a list is created once, renamed, and is gone when deleted', () => {
  const give = list();
  expect(() => give('RenameContactList', { name: 'Outra' })).toThrow('ERR_NO_CONTACT_LIST_FOUND');
  expect(give('CreateContactList', { listId: 'l', name: 'Clientes' })).toEqual(['ContactListCreated']);
  expect(give('CreateContactList', { listId: 'l', name: 'Clientes' })).toEqual([]);
  expect(give('RenameContactList', { name: 'Clientes' })).toEqual([]);
  expect(give('RenameContactList', { name: 'Leads' })).toEqual(['ContactListRenamed']);
  expect(give('DeleteContactList')).toEqual(['ContactListDeleted']);
  expect(() => give('DeleteContactList')).toThrow('ERR_NO_CONTACT_LIST_FOUND');
});

test.each([
  [{ name: '' }, { name: 'required' }],
  [{ name: 'B' }, { name: 'tooShort' }],
  [{ name: 'x'.repeat(51) }, { name: 'tooLong' }],
  [{ number: '1234567' }, { number: 'tooShort' }],
  [{ number: '1'.repeat(51) }, { number: 'tooLong' }],
  [{ number: 'not a number' }, { number: 'invalid' }],
])('of an item %j is refused', (change, errors) => {
  expect(() => readItem({ name: 'Bia', number: '', email: '', ...change })).toThrow(
    expect.objectContaining({ errors: expect.objectContaining(errors) }),
  );
});

test('an e-mail that is none is refused, and none is none', () => {
  expect(() => readItem({ name: 'Bia', number: '', email: 'bia@' })).toThrow(
    expect.objectContaining({ errors: { email: 'invalidEmail' } }),
  );
  expect(readItem({ name: ' Bia ', number: '(11) 98765-4321', email: '' })).toEqual({
    ...{ name: 'Bia', number: '5511987654321', email: '' },
  });
});

test('a number stands in a list once, with and without its ninth digit, and items without one as often as they come', () => {
  const { give, ids } = bucket();
  expect(bucketOf('5511987654321', 'i1')).toBe(bucketOf('551187654321', 'i9'));
  give('AddContactListItems', {
    items: [bia, rui, item('i3', '551187654321'), item('i4', ''), item('i5', '')],
  });
  expect(ids()).toEqual(['i1', 'i2', 'i4', 'i5']);
  expect(give('AddContactListItems', { items: [bia, item('i6', bia.number)] })).toEqual([]);
  expect(() =>
    give('ChangeContactListItem', { itemId: 'i2', content: { ...rui, number: bia.number } }),
  ).toThrow('ERR_CONTACT_LIST_ITEM_EXISTS');
});

test('another number is asked for again, another name is not', () => {
  const { give, state, counts } = bucket();
  give('AddContactListItems', { items: [bia] });
  give('CheckContactListItems', { results: [{ ...bia, valid: true }] });
  expect(state().items.get('i1')).toMatchObject({ valid: true, checkedAt: at });
  const { itemId: _, ...content } = bia;
  give('ChangeContactListItem', { itemId: 'i1', content: { ...content, name: 'Beatriz' } });
  expect(state().items.get('i1')).toMatchObject({ name: 'Beatriz', valid: true });
  expect(counts()).toEqual({ contacts: 1, valid: 1 });
  give('ChangeContactListItem', { itemId: 'i1', content: { ...content, number: '5511900000000' } });
  expect(state().items.get('i1')).toMatchObject({ valid: null, checkedAt: null });
  expect(counts()).toEqual({ contacts: 1, valid: 0 });
  // The answer was about the number that it had.
  expect(give('CheckContactListItems', { results: [{ ...bia, valid: true }] })).toEqual([]);
});

test('counts are told by the events alone', () => {
  const { give, counts } = bucket();
  give('AddContactListItems', { items: [bia, rui] });
  const results = [bia, rui].map((one) => ({ ...one, valid: true }));
  give('CheckContactListItems', { results });
  give('CheckContactListItems', { results });
  expect(counts()).toEqual({ contacts: 2, valid: 2 });
  give('CheckContactListItems', { results: [{ ...bia, valid: false }] });
  expect(counts()).toEqual({ contacts: 2, valid: 1 });
  give('RemoveContactListItems', { itemIds: ['i2', 'nobody'] });
  expect(counts()).toEqual({ contacts: 1, valid: 0 });
  expect(give('RemoveContactListItems', { itemIds: ['i2'] })).toEqual([]);
});

test('who is erased goes from the list, and the others lie under a new key', () => {
  const { give, state, counts } = bucket();
  const [added] = give('AddContactListItems', { items: [bia, rui] });
  give('CheckContactListItems', { results: [{ ...rui, valid: true }] });
  expect(give('ForgetContactListNumbers', { numbers: [{ number: '5511900000000' }] })).toEqual([]);
  const [resealed] = give('ForgetContactListNumbers', { numbers: [{ number: '551187654321' }] });
  const { keyId } = (added as Extract<ContactListItemEvent, { type: 'ContactListItemsAdded' }>).data;
  expect(resealed!.data).toMatchObject({ formerKeyId: keyId, removed: ['i1'] });
  expect(JSON.stringify(resealed)).not.toContain('87654321');
  expect(state().keyId).not.toBe(keyId);
  expect([...state().items.values()]).toEqual([{ ...rui, valid: true, checkedAt: at, since: at }]);
  expect(counts()).toEqual({ contacts: 1, valid: 1 });
  // The next one gets a key of its own again.
  const before = state().keyId;
  give('ForgetContactListNumbers', { numbers: [{ number: rui.number }] });
  expect([keyId, before]).not.toContain(state().keyId);
});

test('of a number that somebody else has by now goes what stood there before, and nothing that was put there later', () => {
  const { give, ids } = bucket();
  give('AddContactListItems', { items: [bia, rui] });
  const later = '2026-11-24T12:00:00.001Z';
  const before = '2026-11-24T11:59:59.999Z';
  expect(give('ForgetContactListNumbers', { numbers: [{ number: bia.number, until: before }] })).toEqual([]);
  // Sealed anew for somebody else it still says since when.
  give('ForgetContactListNumbers', { numbers: [{ number: rui.number, until: later }] });
  expect(ids()).toEqual(['i1']);
  expect(give('ForgetContactListNumbers', { numbers: [{ number: bia.number, until: before }] })).toEqual([]);
  give('ForgetContactListNumbers', { numbers: [{ number: bia.number, until: at }] });
  expect(ids()).toEqual([]);
});

test('what another number moved here takes the place of what a former move left behind', () => {
  const { give, state, counts } = bucket();
  const { itemId, ...content } = bia;
  const came = { itemId, content, from: 3 };
  expect(give('MoveContactListItem', { ...came, moves: 1 })).toMatchObject([
    { type: 'ContactListItemMoved', data: { from: 3, moves: 1, counts: { contacts: 1, valid: 0 } } },
  ]);
  expect(give('MoveContactListItem', { ...came, moves: 1 })).toEqual([]);
  give('CheckContactListItems', { results: [{ ...bia, valid: true }] });
  give('MoveContactListItem', { ...came, content: { ...content, name: 'Beatriz' }, moves: 3 });
  expect([...state().items.values()]).toMatchObject([{ itemId, name: 'Beatriz', valid: null, moves: 3 }]);
  expect(counts()).toEqual({ contacts: 1, valid: 0 });
  give('AddContactListItems', { items: [rui] });
  expect(() => give('MoveContactListItem', { ...came, itemId: 'i9', content: rui, moves: 1 })).toThrow(
    'ERR_CONTACT_LIST_ITEM_EXISTS',
  );
});

test('an item leaves a bucket for the move that took it away, not for one from before it came back', () => {
  const { give, counts } = bucket();
  const { itemId, ...content } = bia;
  give('MoveContactListItem', { itemId, content, from: 3, moves: 2 });
  expect(give('LeaveContactListBucket', { itemId, moves: 1 })).toEqual([]);
  expect(give('LeaveContactListBucket', { itemId, moves: 2 })).toEqual([]);
  give('LeaveContactListBucket', { itemId, moves: 3 });
  expect(counts()).toEqual({ contacts: 0, valid: 0 });
  expect(give('LeaveContactListBucket', { itemId, moves: 3 })).toEqual([]);
});
