import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { withSchemas } from '../../domain/catalogue.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { collections, projections } from '../../projections/index.ts';
import type { ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';
import { createProjector } from '../../projections/projector/projector.ts';
import { rebuild } from '../../projections/projector/rebuild.ts';
import { asAgent, asGateway, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createContactKeys } from './contact-keys.ts';

const log = pino({ level: 'silent' });
const secretKey = 'a secret of at least thirty-two characters';
const number = '5511944440010';

const start = () => {
  const events = createInMemoryEventStore();
  const state = createInMemoryStateStore();
  /** Another process: what it remembers is its own. */
  const process = (name: string) => {
    const contactKeys = createContactKeys({ state, secretKey });
    return {
      contactKeys,
      store: withSchemas(events, contactKeys),
      desk: testDesk(events, name, { contactKeys }),
    };
  };
  return { events, state, process };
};
const meet = (desk: ReturnType<typeof testDesk>) =>
  desk.contacts.ensure(asGateway, { numbers: [number], name: 'Maria Titular' });

const personal = /Maria|titular|CPF|5511944440010|recibo|boleto|resposta/i;

/** Every document as it is written, to the byte. */
const bytes = async (store: ReadStore): Promise<string> => {
  const lines: string[] = [];
  for (const { name } of collections)
    for (const document of await store.allCompanies().find<StoredDocument>(name, {}))
      lines.push(`${name} ${JSON.stringify(document)}`);
  return lines.sort().join('\n');
};
const rebuilt = async (eventStore: EventStore): Promise<string> => {
  const readStore = createInMemoryReadStore({ collections });
  await rebuild({ eventStore, readStore, projections, log });
  return bytes(readStore);
};

/** Messages of every kind, edited, deleted, failed and waiting, notes, a deleted note, two tickets. */
const converse = async (desk: ReturnType<typeof testDesk>) => {
  const { contactId } = await meet(desk);
  const write = (id: string, more = {}) =>
    desk.tickets.receive(asGateway, inbound(id, { contactId, ...more }));
  const first = await write('a', { body: 'meu CPF' });
  await desk.tickets.accept(asAgent(), { ticketId: first.ticketId, userId: 'ana' });
  await desk.tickets.resolve(asAgent(), { ticketId: first.ticketId });
  const { ticketId, messageId } = await write('b', {
    body: 'segue o recibo',
    mediaType: 'application',
    media: { id: 'file-1', name: 'recibo.pdf', mime: 'application/pdf', size: 10, seconds: 2 },
    extra: { contacts: [{ name: 'Maria', number }] },
    participant: { name: 'Maria', number },
  });
  await desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' });
  const ours = await desk.tickets.send(asAgent(), { ticketId, body: 'resposta', messageId: 'ours' });
  await desk.tickets.sent(asGateway, { ticketId, messageId: ours.messageId, externalId: 'x1' });
  await desk.tickets.edit(asAgent(), { ticketId, messageId: ours.messageId, body: 'resposta corrigida' });
  await desk.tickets.edit(asGateway, { ticketId, messageId, body: 'recibo novo', byContact: true });
  await write('c', { body: 'CPF de novo' });
  const gone = await write('d', { body: 'apaga o CPF' });
  await desk.tickets.deleteMessage(asGateway, { ticketId, messageId: gone.messageId, byContact: true });
  const { noteId } = await desk.tickets.addNote(asAgent(), {
    ticketId,
    note: 'prefere boleto',
    noteId: 'n1',
  });
  await desk.tickets.addNote(asAgent(), { ticketId, note: 'Maria ligou', noteId: 'n2' });
  await desk.tickets.deleteNote(asAgent(), { ticketId, noteId, any: true });
  await desk.tickets.send(asAgent(), { ticketId, body: 'resposta que espera', messageId: 'waiting' });
  return { contactId, tickets: [first.ticketId, ticketId] };
};

describe('a contact who is erased', () => {
  test('is gone from live read models, which equal a rebuild byte for byte', async () => {
    const { process, state } = start();
    const { desk, store, contactKeys } = process('a');
    const readStore = createInMemoryReadStore({ collections });
    const projector = createProjector({ eventStore: store, readStore, state, projections, log });
    projector.start();
    const { contactId, tickets } = await converse(desk);
    await projector.reached(await store.head(), 10_000);
    const before = await bytes(readStore);
    expect(before).toMatch(personal);
    expect(await rebuilt(store)).toBe(before);

    await desk.contacts.erase(asAgent(), { contactId });
    for (const ticketId of tickets) await desk.tickets.erase(asGateway, { ticketId });
    await projector.reached(await store.head(), 10_000);
    const stillReadable = await rebuilt(store);
    await contactKeys.destroy('c1', contactId);
    const after = await bytes(readStore);
    expect(after).not.toMatch(personal);
    expect(await rebuilt(process('c').store)).toBe(after);
    expect(stillReadable).toBe(after);
    for (const text of ['maria', 'recibo', 'resposta'])
      for (const name of ['contacts', 'messages'])
        expect(await readStore.forCompany('c1').find(name, { search: text })).toEqual([]);
    expect(await readStore.forCompany('c1').find('outbox', {})).toEqual([]);
    await projector.stop();
  });

  test('has closed tickets that nobody opens, answers or notes in again', async () => {
    const { process } = start();
    const { desk } = process('a');
    const { contactId, tickets } = await converse(desk);
    await desk.contacts.erase(asAgent(), { contactId });
    const [ticketId] = tickets.slice(-1) as [string];
    await desk.tickets.erase(asGateway, { ticketId });
    const refused = { code: 'ERR_CONTACT_ERASED' };
    await expect(desk.tickets.reopen(asAgent(), { ticketId, userId: 'ana' })).rejects.toMatchObject(refused);
    await expect(desk.tickets.addNote(asAgent(), { ticketId, note: 'mais' })).rejects.toMatchObject(refused);
    await expect(desk.tickets.send(asAgent(), { ticketId, body: 'oi' })).rejects.toMatchObject(refused);
    const opening = {
      ...{ contactId, connectionId: 'phone', queueId: null },
      userId: null,
      status: 'pending',
    } as const;
    await expect(desk.tickets.open(asGateway, opening)).rejects.toMatchObject(refused);
  });

  test('is erased once: a second time changes nothing', async () => {
    const { process, events } = start();
    const { desk } = process('a');
    const { contactId, tickets } = await converse(desk);
    const erase = async () => {
      await desk.contacts.erase(asAgent(), { contactId });
      for (const ticketId of tickets) await desk.tickets.erase(asGateway, { ticketId });
    };
    await erase();
    const head = await events.head();
    await erase();
    expect(await events.head()).toBe(head);
  });

  test('who writes again is another contact, with another ticket', async () => {
    const { process } = start();
    const { desk } = process('a');
    const { contactId, tickets } = await converse(desk);
    await desk.contacts.erase(asAgent(), { contactId });
    const again = await meet(desk);
    expect(again.contactId).not.toBe(contactId);
    const { ticketId } = await desk.tickets.receive(asGateway, inbound('z', { contactId: again.contactId }));
    expect(tickets).not.toContain(ticketId);
  });

  test('also of a contact that was deleted before', async () => {
    const { process } = start();
    const { desk } = process('a');
    const { contactId } = await meet(desk);
    await desk.contacts.delete(asAgent(), { contactId, connectionIds: [] });
    const erased = await desk.contacts.erase(asAgent(), { contactId });
    expect(erased.events.map(({ type }) => type)).toEqual(['ContactErased']);
  });

  test('cannot be written to by a process that still remembers the key', async () => {
    const { process } = start();
    const { desk, contactKeys } = process('a');
    const slow = process('b');
    const { contactId, tickets } = await converse(desk);
    const [ticketId] = tickets.slice(-1) as [string];
    // It has everything in hand: the key, the contact, the open ticket.
    await slow.desk.tickets.receive(asGateway, inbound('slow-1', { contactId }));
    await desk.contacts.erase(asAgent(), { contactId });
    await desk.tickets.erase(asGateway, { ticketId });
    await contactKeys.destroy('c1', contactId);
    expect(slow.contactKeys.known('c1', contactId)).toBeTypeOf('object');
    await expect(
      slow.desk.tickets.edit(asGateway, { ticketId, messageId: 'ours', body: 'CPF', byContact: true }),
    ).rejects.toMatchObject({ code: 'ERR_CONTACT_ERASED' });
    // Reading the ticket it learnt of the erasure, and goes on with the key no longer.
    await expect(
      slow.desk.tickets.receive(asGateway, inbound('slow-2', { contactId })),
    ).rejects.toMatchObject({ code: 'ERR_CONTACT_ERASED' });
  });

  test('what came at the very moment is taken by the next try', async () => {
    const { process, events } = start();
    const { desk } = process('a');
    const slow = process('b');
    const { contactId, tickets } = await converse(desk);
    const [ticketId] = tickets.slice(-1) as [string];
    await slow.desk.tickets.receive(asGateway, inbound('slow-1', { contactId }));
    await desk.contacts.erase(asAgent(), { contactId });
    // Remembering the key it still writes: the ticket does not say yet that its contact was erased.
    const late = await slow.desk.tickets.receive(asGateway, inbound('slow-2', { contactId }));
    await desk.tickets.erase(asGateway, { ticketId });
    const erased = (await events.read(`ticket-c1_${ticketId}`)).filter(({ type }) => type === 'TicketErased');
    expect(JSON.stringify(erased)).toContain(late.messageId);
  });

  test('a ticket of more messages than are remembered is taken whole, in events of a size every store takes', async () => {
    const { process, events } = start();
    const { desk } = process('a');
    const { contactId } = await meet(desk);
    let ticketId = '';
    for (let n = 0; n < 1_250; n++) {
      // Of one instant each would be looked for among those no longer remembered.
      const sentAt = new Date(Date.parse('2026-11-02T12:00:00.000Z') + n * 1_000).toISOString();
      ({ ticketId } = await desk.tickets.receive(asGateway, inbound(`many-${n}`, { contactId, sentAt })));
    }
    await desk.contacts.erase(asAgent(), { contactId });
    await desk.tickets.erase(asGateway, { ticketId });
    const erased = (await events.read(`ticket-c1_${ticketId}`)).filter(({ type }) => type === 'TicketErased');
    expect(erased).toHaveLength(7);
    for (const { data } of erased) expect(JSON.stringify(data).length).toBeLessThan(10_000);
    const head = await events.head();
    await desk.tickets.erase(asGateway, { ticketId });
    expect(await events.head()).toBe(head);
  });
});
