import { expect, it } from 'vitest';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { company, documentsAfter, recorded, startRun, type Written } from '../../testing/projections.ts';
import { applyBatch } from '../projector/apply-batch.ts';
import { contactListItems, contactLists } from './contact-lists.ts';

const listId = 'l1';
const counts = (contacts: number, valid = 0) => ({ contacts, valid });
const bia = { itemId: 'i1', name: 'Bia', number: '5511987654321', email: '' };
const rui = { itemId: 'i2', name: 'Rui', number: '5511912345678', email: '' };
const created: Written = { type: 'ContactListCreated', data: { listId, name: 'Clientes' } };
const added: Written = {
  type: 'ContactListItemsAdded',
  data: { listId, bucket: 3, counts: counts(2), keyId: 'k1', items: [bia, rui] },
};
const moved: Written = {
  type: 'ContactListItemMoved',
  data: {
    ...{ listId, bucket: 9, counts: counts(1), keyId: 'k2', from: 3, moves: 1, itemId: 'i1' },
    content: { name: 'Bia', number: '5521998877665', email: '' },
  },
};
const left: Written = {
  type: 'ContactListItemsRemoved',
  data: { listId, bucket: 3, counts: counts(-1), itemIds: ['i1'] },
};
const unasked = { valid: null, checkedAt: null };
/** Somebody else is erased from the former bucket; who was left behind there is said once more. */
const resealed: Written = {
  type: 'ContactListItemsResealed',
  data: {
    ...{ listId, bucket: 3, counts: counts(-1), keyId: 'k3', formerKeyId: 'k1', removed: ['i2'] },
    items: [{ ...bia, ...unasked }],
  },
};
const after = async (...written: Written[]) => {
  const documents = await documentsAfter([contactLists, contactListItems], [created, ...written]);
  return {
    items: [...(documents.get('contactListItems')?.values() ?? [])].filter(({ deleted }) => !deleted),
    list: documents.get('contactLists')?.get(listId),
  };
};

it('an item stands where it was moved to, whatever is still said of it where it was', async () => {
  const there = { id: 'i1', bucket: 9, number: '5521998877665' };
  expect((await after(added, moved)).items).toMatchObject([there, { id: 'i2', bucket: 3 }]);
  const { items, list } = await after(added, moved, resealed, left);
  expect(items).toMatchObject([there]);
  expect(items).toHaveLength(1);
  expect(list).toMatchObject({ contactsCount: 1 });
});

it('events of many people are written some at a time, and told as their list', async () => {
  const specs = [contactLists, contactListItems];
  const store = createInMemoryReadStore({ collections: [...specs, { name: 'parked', indexes: [] }] });
  const sizes: number[] = [];
  const commit = store.commit.bind(store);
  store.commit = async (one) => {
    sizes.push(one.documents.length);
    return commit(one);
  };
  const some = (from: number): Written => ({
    type: 'ContactListItemsAdded',
    data: {
      ...{ listId, bucket: from, counts: counts(900), keyId: 'k1' },
      items: Array.from({ length: 900 }, (_, n) => ({ ...bia, itemId: `i${from + n}` })),
    },
  });
  const run = await startRun(store, specs);
  await applyBatch(run, recorded([created, some(0), some(1_000), some(2_000), some(3_000), added]));
  expect(sizes).toEqual([2_701, 903]);
  const { notices } = await store.changes(company, 0, 100);
  expect(notices.map(({ channel, action }) => [channel.split('-').at(-1), action])).toEqual([
    ['ContactList', 'create'],
    ['ContactList', 'update'],
    ['ContactListItem', 'create'],
    ['ContactListItem', 'create'],
  ]);
});
