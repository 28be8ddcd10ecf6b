import { afterEach, beforeEach, expect, it } from 'vitest';
import { scriptedDriver } from '../../testing/driver.ts';
import { ana, customer, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let test: TestGateway;
const network = scriptedDriver();
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

it('a message that a phone asks for again is given to those it was sent to, and to nobody who only knows its id', async () => {
  await test.startGateway({ openDriver: network.openDriver });
  await expect.poll(() => network.contexts.length).toBe(1);
  const arrives = (from: string) =>
    network.tell({
      type: 'message',
      message: {
        ...{ externalId: `of ${from}`, addresses: [from], name: from, isGroup: false, fromMe: false },
        ...{ body: 'Oi', mediaType: 'chat', sentAt: new Date().toISOString() },
      },
    });
  await arrives(customer);
  const ticketId = await test.accepted();
  const { messageId } = await test.desk.tickets.send(ana, { ticketId, body: 'O seu código é 4821' });
  const externalIdOf = async () =>
    (await test.messages(ticketId)).find(({ id }) => id === messageId)?.externalId ?? undefined;
  await expect.poll(externalIdOf).toBeDefined();
  const externalId = (await externalIdOf()) ?? '';
  await arrives('5511900000077');
  const asked = (by: string) => network.contexts[0]!.sentMessage(externalId, [by]);
  expect(await asked(customer)).toMatchObject({ body: 'O seu código é 4821' });
  expect(await asked('5511900000077')).toBeUndefined();
  expect(await asked('5511900000078')).toBeUndefined();
});
