import { expect, test } from 'vitest';
import { asAgent, asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';

const hourMs = 3_600_000;
const reopening = { reopenWithinMs: 24 * hourMs };

const closed = async (at?: string) => {
  const store = createInMemoryEventStore();
  const desk = testDesk(store, 'desk');
  const when = at === undefined ? {} : { at };
  const { ticketId } = await desk.tickets.receive({ ...asGateway, ...when }, inbound('m1'));
  await desk.tickets.accept(asAgent('ana', when), { ticketId, userId: 'ana' });
  await desk.tickets.resolve(asAgent('ana', when), { ticketId });
  const types = async () =>
    (await everyEvent(store)).filter(({ stream }) => stream.startsWith('ticket-')).map(({ type }) => type);
  return { desk, ticketId, types };
};

test('a message within the window reopens the ticket, pending and with nobody, in one append', async () => {
  const { desk, ticketId, types } = await closed();
  const again = await desk.tickets.receive(asGateway, { ...inbound('m2'), ...reopening });
  expect(again).toMatchObject({ ticketId, duplicate: false });
  expect(again.events.map(({ type }) => type)).toEqual(['TicketReopened', 'MessageReceived']);
  expect(again.events[0]?.data).toMatchObject({ status: 'pending', userId: null });
  // The next one is of the same ticket, and a repetition of either is none.
  await desk.tickets.receive(asGateway, { ...inbound('m3'), ...reopening });
  expect(await desk.tickets.receive(asGateway, { ...inbound('m2'), ...reopening })).toMatchObject({
    duplicate: true,
  });
  expect((await types()).filter((type) => type === 'TicketOpened')).toHaveLength(1);
});

test('without the company’s wish, after the window, or written by ourselves: another ticket opens', async () => {
  const usual = await closed();
  expect((await usual.desk.tickets.receive(asGateway, inbound('m2'))).ticketId).not.toBe(usual.ticketId);
  const late = await closed('2020-01-01T00:00:00.000Z');
  const answer = await late.desk.tickets.receive(asGateway, { ...inbound('m2'), ...reopening });
  expect(answer.ticketId).not.toBe(late.ticketId);
  const own = await closed();
  const ours = await own.desk.tickets.receive(asGateway, { ...inbound('m2'), ...reopening, fromMe: true });
  expect(ours.ticketId).not.toBe(own.ticketId);
});

test('what the closed ticket has already does not reopen it', async () => {
  const { desk, ticketId, types } = await closed();
  expect(await desk.tickets.receive(asGateway, { ...inbound('m1'), ...reopening })).toMatchObject({
    ticketId,
    duplicate: true,
  });
  expect(await types()).not.toContain('TicketReopened');
});

test('a ticket that moved to another connection and closed there stays closed', async () => {
  const store = createInMemoryEventStore();
  const desk = testDesk(store, 'desk');
  const { ticketId } = await desk.tickets.receive(asGateway, inbound('m1'));
  const moved = { ticketId, queueId: null, userId: 'ana', connectionId: 'other' };
  await desk.tickets.transfer(asAgent(), moved);
  await desk.tickets.resolve(asAgent(), { ticketId });
  const answer = await desk.tickets.receive(asGateway, { ...inbound('m2'), ...reopening });
  expect(answer.ticketId).not.toBe(ticketId);
});
