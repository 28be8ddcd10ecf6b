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
  it('has who was merged in no list, and back in every one as what they were when that is undone', async () => {
    const merged: Written = {
      type: 'ContactMerged',
      data: { contactId: 'k1', into: 'k0', keepsName: false },
    };
    const number = '5511955500142';
    const back: Written = {
      type: 'ContactUnmerged',
      data: { contactId: 'k1', from: 'k0', number, aliases: ['9@lid'] },
    };
    const gone = await contactAfter(created(), merged);
    expect(gone).toMatchObject({ mergedInto: 'k0', deletedAt: instant(2) });
    const again = await contactAfter(created(), merged, back);
    expect(again).toMatchObject({ name: 'Ágata', number, aliases: ['9@lid'], deletedAt: null });
    expect(again).not.toHaveProperty('mergedInto');
  });
  it('takes from the one that stayed the parts and addresses that it lets go', async () => {
    const absorbed: Written = {
      type: 'ContactAbsorbed',
      data: { contactId: 'k1', contactIds: ['k2', 'k3'] },
    };
    const alias: Written = { type: 'ContactAliasAdded', data: { contactId: 'k1', alias: '5511933300111' } };
    const released = (...contactIds: readonly string[]): Written => ({
      type: 'ContactReleased',
      data: { contactId: 'k1', releasedId: 'k2', contactIds, merge: 1, addresses: [], leftCampaigns: false },
    });
    const anew: Written = { ...updated, data: { ...updated.data, aliases: ['9@lid'] } };
    const some = await contactAfter(created(), absorbed, alias, released('k2'), anew);
    expect(some).toMatchObject({ name: 'Bia', aliases: ['9@lid'], mergedIds: ['k3'] });
    const all = await contactAfter(created(), absorbed, alias, released('k2', 'k3'), anew);
    expect(all).not.toHaveProperty('mergedIds');
  });
  it('tells of a creation, a change and a deletion by their names', async () => {
    const store = createInMemoryReadStore({ collections: [contacts, { name: 'parked', indexes: [] }] });
    for (const event of recorded([created(), updated, deleted]))
      await applyBatch(await startRun(store, [contacts]), [event]);
    const { notices } = await store.changes('c1', 0, 100);
    expect(notices.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  });
});
