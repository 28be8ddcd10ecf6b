import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { ana, customer, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

it('a text opens a ticket of a new contact and stands in it', async () => {
  await test.startGateway();
  await test.write('Oi, vocês entregam?');
  await test.settled();
  const [ticket] = await test.tickets();
  expect(ticket).toMatchObject({
    status: 'pending',
    unreadMessages: 1,
    lastMessage: { body: 'Oi, vocês entregam?' },
  });
  expect(await test.contacts()).toMatchObject([{ name: 'Marina', number: customer }]);
});

it('the same message twice is one message', async () => {
  await test.startGateway();
  await test.write('Oi', { id: 'same' });
  await test.settled();
  await test.write('Oi', { id: 'same' });
  await test.settled();
  expect(await test.messages()).toHaveLength(1);
  expect(await test.tickets()).toMatchObject([{ unreadMessages: 1 }]);
});

it('many messages of one customer stand in the order in which they were written', async () => {
  await test.startGateway();
  const bodies = Array.from({ length: 60 }, (_, number) => `mensagem ${number}`);
  for (const body of bodies) await test.write(body);
  await test.settled();
  expect((await test.messages()).map(({ body }) => body)).toEqual(bodies);
});

it('300 new contacts with 3 messages each, all at once: 300 contacts, 300 tickets, 900 messages', async () => {
  await test.startGateway();
  const numbers = Array.from({ length: 300 }, (_, at) => `55119${String(40_000_000 + at)}`);
  await Promise.all(
    numbers.flatMap((number) =>
      [1, 2, 3].map((turn) => test.write(`${turn}`, { number, id: `${number}-${turn}` })),
    ),
  );
  await test.settled(30_000);
  expect(await test.contacts()).toHaveLength(300);
  expect(await test.tickets()).toHaveLength(300);
  const messages = await test.messages();
  expect(messages).toHaveLength(900);
  expect(new Set(messages.map(({ externalId }) => externalId)).size).toBe(900);
}, 60_000);

it('while the log cannot be written the network keeps what was written; then everything arrives once', async () => {
  let away = true;
  const eventStore: EventStore = {
    ...test.eventStore,
    append: async (...given) => {
      if (away) throw new Error('the disk is full');
      return test.eventStore.append(...given);
    },
  };
  await test.startGateway({ eventStore });
  away = false;
  await expect
    .poll(
      async () =>
        (
          await test.reader.find<{ id: string; companyId: string; position: number; status: string }>(
            'connections',
            {},
          )
        )[0]?.status,
      { timeout: 5_000 },
    )
    .toBe('CONNECTED');
  away = true;
  for (const body of ['um', 'dois', 'três']) await test.write(body);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await test.phones.inbox(test.connectionId)).length).toBe(3);
  expect(await test.messages()).toHaveLength(0);
  away = false;
  await test.settled();
  expect((await test.messages()).map(({ body }) => body)).toEqual(['um', 'dois', 'três']);
});

it('a company that wants it has closed tickets reopened by what the contact writes next', async () => {
  await test.startGateway();
  await test.write('Oi');
  const ticketId = await test.accepted();
  // Told by the log, for the gateway runs already: whoever has sent what came after it knows of it.
  await test.desk.companies.setSetting(system, { key: 'reopenMode', value: 'reopen' });
  await test.desk.tickets.send(ana, { ticketId, body: 'Pois não' });
  await expect.poll(() => test.onPhone()).toEqual(['Pois não']);
  await test.desk.tickets.resolve(ana, { ticketId });
  await test.write('Mais uma coisa');
  await test.settled();
  expect(await test.tickets()).toMatchObject([{ id: ticketId, status: 'pending', userId: null }]);
  expect((await test.messages(ticketId)).map(({ body }) => body)).toEqual([
    ...['Oi', 'Pois não', 'Mais uma coisa'],
  ]);
});

it('what comes after the hours that the company chose opens another ticket', async () => {
  await test.startGateway();
  await test.write('Oi');
  const ticketId = await test.accepted();
  await test.desk.companies.setSetting(system, { key: 'reopenMode', value: 'reopen' });
  await test.desk.companies.setSetting(system, { key: 'reopenWindowHours', value: '0' });
  await test.desk.tickets.send(ana, { ticketId, body: 'Pois não' });
  await expect.poll(() => test.onPhone()).toEqual(['Pois não']);
  await test.desk.tickets.resolve(ana, { ticketId });
  await test.write('Mais uma coisa');
  await test.settled();
  expect((await test.tickets()).map(({ status }) => status).sort()).toEqual(['closed', 'pending']);
});
