import { expect, test } from 'vitest';
import { asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { deriveId } from '../kernel/ids.ts';

const said = async (store: Parameters<typeof everyEvent>[0]) =>
  (await everyEvent(store)).flatMap(({ type, data }) =>
    type === 'MessageReceived' ? [data as { messageId: string; contactId: string; quotedId?: string }] : [],
  );

test('two customers whose apps chose the same id for a message have a message each', async () => {
  const store = createInMemoryEventStore();
  const desk = testDesk(store, 'a');
  await desk.tickets.receive(asGateway, inbound('SAME', { contactId: 'carla' }));
  await desk.tickets.receive(asGateway, inbound('SAME', { contactId: 'davi' }));
  expect((await desk.tickets.receive(asGateway, inbound('SAME', { contactId: 'davi' }))).duplicate).toBe(
    true,
  );
  const messages = await said(store);
  expect(messages.map(({ contactId }) => contactId)).toEqual(['carla', 'davi']);
  expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(2);
});

test('what was recorded under an id of before is recognised when it is played back, and when it is quoted', async () => {
  const store = createInMemoryEventStore();
  await testDesk(store, 'a').tickets.receive(asGateway, inbound('OLD'));
  const { connectionId } = inbound('OLD');
  const before = createInMemoryEventStore();
  const former = deriveId('message', connectionId, 'OLD');
  for (const { stream, revision, id, type, data, metadata } of await everyEvent(store)) {
    const renamed = type === 'MessageReceived' ? { ...(data as object), messageId: former } : data;
    await before.append(stream, revision - 1, [{ id, type, metadata, data: renamed }]);
  }
  const desk = testDesk(before, 'b');
  expect(await desk.tickets.receive(asGateway, inbound('OLD'))).toMatchObject({
    duplicate: true,
    messageId: former,
  });
  await desk.tickets.receive(asGateway, inbound('NEW', { quotedExternalId: 'OLD' }));
  await desk.tickets.receive(asGateway, inbound('NEWER', { quotedExternalId: 'NEW' }));
  const [first, second, third, ...more] = await said(before);
  expect(more).toEqual([]);
  expect(second?.quotedId).toBe(first?.messageId);
  expect(third?.quotedId).toBe(second?.messageId);
});
