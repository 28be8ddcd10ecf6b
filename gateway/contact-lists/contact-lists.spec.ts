import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { bucketOf } from '../../domain/contact-list/items.ts';
import type {
  ContactListDocument,
  ContactListItemDocument,
} from '../../projections/contact-lists/document.ts';
import { companyId, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

const patience = { timeout: 10_000, interval: 30 };
let test: TestGateway;
afterEach(() => test.close());

async function listOf(...people: readonly (readonly [string, string])[]) {
  const { listId } = await test.desk.contactLists.create(system, { name: 'Clientes' });
  const items = people.map(([name, number]) => ({ itemId: randomUUID(), name, number, email: '' }));
  const { position } = await test.desk.contactLists.add(system, { listId, items });
  await test.projector.reached(position, 5_000);
  return listId;
}
const itemsIn = (listId: string) =>
  test.reader.find<ContactListItemDocument>('contactListItems', {
    where: { contactListId: listId },
    sort: ['sortName'],
  });

it('asks the network for each number, one after the other; who has none is not valid', async () => {
  test = await startTestGateway();
  await test.startGateway({ config: { listChecksEveryMs: 20 } });
  const listId = await listOf(['Bia', '5511987654321'], ['Rui', '5511912345678'], ['Sem', '']);
  const validity = async () => (await itemsIn(listId)).map(({ isOnNetwork }) => isOnNetwork);
  await expect.poll(async () => (await validity()).includes(null), patience).toBe(false);
  const all = await validity();
  expect(all[2]).toBe(false);
  await expect
    .poll(() => test.reader.get<ContactListDocument>('contactLists', listId), patience)
    .toMatchObject({ contactsCount: 3, validCount: all.filter((valid) => valid).length });
}, 30_000);

it('asks for the numbers of every list, however many there are', async () => {
  test = await startTestGateway();
  for (let n = 0; n < 2_000; n += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, m) => test.desk.contactLists.create(system, { name: `A ${n + m}` })),
    );
  const listId = await listOf(['Sem', '']);
  await test.startGateway({ config: { listChecksEveryMs: 20 } });
  await expect.poll(async () => (await itemsIn(listId))[0]?.isOnNetwork, patience).toBe(false);
}, 60_000);

it('whoever is erased stands in no list any more, and what was said of them opens under no key', async () => {
  test = await startTestGateway({ rememberedMs: 50 });
  await test.startGateway();
  const listId = await listOf(['Bia', '5511987654321'], ['Rui', '5511912345678']);
  const [outcome] = (
    await test.desk.contactLists.forget(system, { listId, numbers: [{ number: '551187654321' }] })
  ).filter(({ events }) => events.length > 0);
  const { formerKeyId } = outcome!.events[0]!.data as { formerKeyId: string };
  await expect.poll(async () => (await itemsIn(listId)).map(({ name }) => name), patience).toEqual(['Rui']);
  await expect.poll(() => test.contactKeys!.find(companyId, formerKeyId), patience).toBe('erased');
  expect(await test.reader.get<ContactListDocument>('contactLists', listId)).toMatchObject({
    contactsCount: 1,
  });
  const { position } = await test.desk.contactLists.delete(system, { listId });
  await test.projector.reached(position, 5_000);
  expect(await itemsIn(listId)).toEqual([]);
}, 30_000);

it('who comes into a list at the moment of its deletion goes with it, and opens under no key', async () => {
  test = await startTestGateway({ rememberedMs: 50 });
  await test.startGateway();
  const listId = await listOf(['Rui', '5511987654321']);
  const keyOf = async (number: string) =>
    (await test.desk.contactLists.lookBucket(companyId, listId, bucketOf(number, ''))).keyId;
  const keyId = await keyOf('5511987654321');
  const slow = test.deskOn({
    ...test.eventStore,
    append: async (stream, expected, events) => {
      if (events.some(({ type }) => type === 'ContactListItemsAdded')) {
        await test.desk.contactLists.delete(system, { listId });
        await expect.poll(() => test.contactKeys!.find(companyId, keyId), patience).toBe('erased');
      }
      return test.eventStore.append(stream, expected, events);
    },
  });
  const other = '5521998877665';
  const item = { itemId: randomUUID(), name: 'Bia', number: other, email: '' };
  const { position } = await slow.contactLists.add(system, { listId, items: [item] });
  await test.projector.reached(position, 5_000);
  const otherKey = await keyOf(other);
  await expect.poll(() => itemsIn(listId), patience).toEqual([]);
  await expect.poll(() => test.contactKeys!.find(companyId, otherKey), patience).toBe('erased');
}, 30_000);

it('an item whose number became another is counted once, wherever its mover dies', async () => {
  test = await startTestGateway();
  const listId = await listOf(['Bia', '5511987654321'], ['Rui', '5511912345678']);
  const [bia] = await itemsIn(listId);
  const number = '5521998877665';
  expect(bucketOf(number, '')).not.toBe(bia!.bucket);
  const dying = test.deskOn({
    ...test.eventStore,
    append: async (stream, expected, events) => {
      if (events.some(({ type }) => type === 'ContactListItemsRemoved')) throw new Error('dead');
      return test.eventStore.append(stream, expected, events);
    },
  });
  await expect(
    dying.contactLists.change(system, {
      listId,
      itemId: bia!.id,
      bucket: bia!.bucket,
      content: { name: 'Bia', number, email: '' },
    }),
  ).rejects.toThrow('dead');
  const left = () => test.desk.contactLists.lookBucket(companyId, listId, bia!.bucket);
  expect((await left()).items.size).toBe(1);
  // Should others be sealed anew there meanwhile, what is said of the one left behind tells nothing of where it stands.
  await test.startGateway();
  await expect.poll(async () => (await left()).items.size, patience).toBe(0);
  await expect
    .poll(() => test.reader.get<ContactListDocument>('contactLists', listId), patience)
    .toMatchObject({ contactsCount: 2 });
  expect(await itemsIn(listId)).toMatchObject([{ id: bia!.id, number }, { name: 'Rui' }]);
}, 30_000);
