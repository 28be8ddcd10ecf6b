import { describe, expect, test } from 'vitest';
import { asAgent, asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';

const closedAt = '2026-11-02T12:00:00.000Z';
const asked = 'Como foi?';

/** A ticket that Ana resolved, its contact asked for a rating; `at` is when the contact answers. */
const resolved = async (
  rating: string | undefined = asked,
  more: { isGroup?: boolean; accept?: boolean } = {},
) => {
  const { accept = true, ...message } = more;
  const store = createInMemoryEventStore();
  const desk = testDesk(store);
  const { ticketId } = await desk.tickets.receive(asGateway, inbound('m1', message));
  if (accept) await desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' });
  const { events } = await desk.tickets.resolve(asAgent(), {
    ticketId,
    ...(rating !== undefined && { rating }),
  });
  const says = (body: string, externalId = 'm2', at = closedAt, its: object = {}) =>
    desk.tickets.receive({ ...asGateway, at }, inbound(externalId, { body, sentAt: at, ...message, ...its }));
  return { store, desk, ticketId, events, says };
};
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('closing a conversation', () => {
  test('asks the contact for a rating in the same append, and says until when they may answer', async () => {
    const { events } = await resolved();
    expect(types(events)).toEqual(['TicketResolved', 'RatingRequested', 'MessageQueued']);
    expect(events[1]?.data).toMatchObject({ userId: 'ana', until: '2026-11-03T12:00:00.000Z' });
    expect(events[2]?.data).toMatchObject({ body: asked, automatic: 'rating', userId: null });
  });
  test.each([
    ['a company that wants none', () => resolved('')],
    ['a group', () => resolved(asked, { isGroup: true })],
    ['a conversation that nobody worked on', () => resolved(asked, { accept: false })],
  ])('asks nothing of %s', async (_, close) => {
    expect(types((await close()).events)).toEqual(['TicketResolved']);
  });
});

describe('a contact who was asked', () => {
  test.each([
    ['1', 1],
    [' 2 ', 2],
    ['3\n', 3],
    ['3️⃣', 3],
    ['*1*.', 1],
  ])('rates with %j, and opens no conversation by it', async (body, rating) => {
    const { says, ticketId } = await resolved();
    const answer = await says(body);
    expect(answer).toMatchObject({ ticketId, duplicate: false });
    expect(types(answer.events)).toEqual(['MessageReceived', 'TicketRated']);
    expect(answer.events[1]?.data).toMatchObject({ rating, userId: 'ana', messageId: answer.messageId });
  });
  test.each(['0', '4', '12', '1!', 'ótimo', ''])('who writes %j begins a conversation', async (body) => {
    const { says, ticketId } = await resolved();
    expect((await says(body)).ticketId).not.toBe(ticketId);
  });
  test('rates once: what comes after begins a conversation, the same message again is none', async () => {
    const { says, ticketId } = await resolved();
    await says('3');
    expect(await says('3')).toMatchObject({ ticketId, duplicate: true });
    const next = await says('1', 'm3');
    expect(next.ticketId).not.toBe(ticketId);
    // Handed over once more, when another ticket has long taken over.
    expect(await says('3', 'm2', '2026-11-09T12:00:00.000Z', { sentAt: closedAt })).toMatchObject({
      ticketId,
      duplicate: true,
    });
  });
  test('may answer for a day', async () => {
    const { says, ticketId } = await resolved();
    const late = await says('3', 'm2', '2026-11-03T12:00:01.000Z');
    expect(late.ticketId).not.toBe(ticketId);
  });
  test('who wrote something else first is in another conversation: a digit is a message of that', async () => {
    const { says, ticketId, store } = await resolved();
    const other = await says('Mais uma coisa');
    expect(await says('2', 'm3')).toMatchObject({ ticketId: other.ticketId });
    expect(other.ticketId).not.toBe(ticketId);
    expect(types(await everyEvent(store))).not.toContain('TicketRated');
  });
  test('is not rated by the company’s own phone, nor once the conversation goes on', async () => {
    const own = await resolved();
    expect((await own.says('3', 'm2', closedAt, { fromMe: true })).ticketId).not.toBe(own.ticketId);
    const { desk, says, ticketId, store } = await resolved();
    await desk.tickets.reopen(asAgent(), { ticketId, userId: 'ana' });
    expect(await says('3')).toMatchObject({ ticketId });
    expect(types(await everyEvent(store))).not.toContain('TicketRated');
  });
  test('rates once, whichever of two gateways hands the answer over first', async () => {
    const { store, ticketId } = await resolved();
    const gateways = [testDesk(store, 'x'), testDesk(store, 'y')];
    const answers = await Promise.all(
      [...gateways, ...gateways].map((desk) => desk.tickets.receive(asGateway, inbound('m2', { body: '3' }))),
    );
    expect(answers.every((answer) => answer.ticketId === ticketId)).toBe(true);
    expect(types(await everyEvent(store)).filter((type) => type === 'TicketRated')).toHaveLength(1);
    expect(types(await everyEvent(store)).filter((type) => type === 'TicketOpened')).toHaveLength(1);
  });
});
