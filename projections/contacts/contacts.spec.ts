import { describe, expect, it } from 'vitest';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { documentsAfter, instant, recorded, startRun, type Written } from '../../testing/projections.ts';
import { applyBatch } from '../projector/apply-batch.ts';
import { contacts } from './contacts.ts';
import type { ContactDocument } from './document.ts';

const created = (name = 'Ágata'): Written => ({
  type: 'ContactCreated',
  data: {
    contactId: 'k1',
    name,
    number: '5511955500142',
    email: '',
    extraInfo: [],
    isGroup: false,
    origin: 'agent',
  },
});
const updated: Written = {
  type: 'ContactUpdated',
  data: { contactId: 'k1', name: 'Bia', number: '5511955500142', email: '', extraInfo: [] },
};
const deleted: Written = { type: 'ContactDeleted', data: { contactId: 'k1' } };
const contactAfter = async (...written: Written[]) =>
  (await documentsAfter([contacts], written)).get('contacts')?.get('k1') as ContactDocument | undefined;

describe('the contacts read model', () => {
  it('sorts a contact as people read its name', async () => {
    expect(await contactAfter(created())).toMatchObject({ name: 'Ágata', sortName: 'agata' });
    expect(await contactAfter(created(), updated)).toMatchObject({ name: 'Bia', sortName: 'bia' });
  });
  it('keeps the name of a deleted one for its tickets', async () => {
    expect(await contactAfter(created(), deleted)).toMatchObject({ name: 'Ágata', deletedAt: instant(2) });
  });
  it('tells of a creation, a change and a deletion by their names', async () => {
    const store = createInMemoryReadStore({ collections: [contacts, { name: 'parked', indexes: [] }] });
    for (const event of recorded([created(), updated, deleted]))
      await applyBatch(await startRun(store, [contacts]), [event]);
    const { notices } = await store.changes('c1', 0, 100);
    expect(notices.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  });
});
