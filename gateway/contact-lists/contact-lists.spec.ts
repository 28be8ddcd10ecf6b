import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
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
    sort: ['name'],
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

it('whoever is erased stands in no list any more, and what was said of them opens under no key', async () => {
  test = await startTestGateway({ rememberedMs: 50 });
  await test.startGateway();
  const listId = await listOf(['Bia', '5511987654321'], ['Rui', '5511912345678']);
  const [outcome] = (
    await test.desk.contactLists.forget(system, { listId, numbers: ['551187654321'] })
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
