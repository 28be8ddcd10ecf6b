import { expect, it } from 'vitest';
import { documentsAfter, type Written } from '../../testing/projections.ts';
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
