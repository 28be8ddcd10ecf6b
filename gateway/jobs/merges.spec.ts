import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDesk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { ErasureDocument } from '../../projections/contacts/erasure-document.ts';
import type { MergeDocument } from '../../projections/contacts/merge-document.ts';
import { collections, projections } from '../../projections/index.ts';
import { rebuild } from '../../projections/projector/rebuild.ts';
import {
  ana,
  companyId,
  customer,
  startTestGateway,
  system,
  type TestGateway,
} from '../../testing/gateway.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';

const lid = '99887766@lid';
const patience = { timeout: 10_000, interval: 20 };
const config = { addressesRememberedMs: 100 };

let here: TestGateway;
beforeEach(async () => {
  here = await startTestGateway({ rememberedMs: 200 });
});
afterEach(() => here.close());

const says = async (externalId: string, ...numbers: readonly string[]) => {
  const { desk, connectionId } = here;
  const { contactId, merged, via } = await desk.contacts.ensure(system, {
    ...{ numbers, name: 'Marina', connectionId },
  });
  const { ticketId } = await desk.tickets.receive(system, {
    ...{ connectionId, queueId: null, contactId, externalId, fromMe: false, body: `segredo ${externalId}` },
    ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
    ...{ ...(merged && { merged }), ...(via && { via }) },
  });
  return { contactId, ticketId };
};
/** One person as two contacts, each with a closed and an open ticket. */
const twice = async () => {
  const closed = await says('m1', customer);
  await here.desk.tickets.resolve(ana, { ticketId: closed.ticketId });
  const open = await says('m2', customer);
  const other = await says('m3', lid);
  await here.desk.tickets.resolve(ana, { ticketId: other.ticketId });
  await says('m4', lid);
  return { byNumber: open.contactId, byLid: other.contactId };
};
/** A desk whose process dies at its nth append. */
const dyingAt = (appends: number) => {
  let left = appends;
  const dying: EventStore = {
    ...here.eventStore,
    append: (...args) => {
      if (left-- > 0) return here.eventStore.append(...args);
      return new Promise(() => undefined);
    },
  };
  const options = { now: () => new Date(), newId: uuidv7, hmac: (value: string) => value };
  return createDesk({ ...options, eventStore: dying, contactKeys: here.contactKeys! });
};
const merges = () => here.reader.find<MergeDocument>('merges', {});
const completed = () =>
  expect.poll(async () => (await merges())[0]?.completedAt ?? null, patience).not.toBeNull();

describe('a merge of two contacts', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'whose process died after %i writes is finished by whoever lives',
    async (writes) => {
      const { byNumber, byLid } = await twice();
      void dyingAt(writes).contacts.merge(ana, {
        ...{ contactId: byNumber, otherId: byLid, connectionIds: [here.connectionId] },
      });
      await here.startGateway({ config });
      await here.startGateway({ config });
      await completed();
      const contacts = (await here.contacts()).filter(({ deletedAt }) => deletedAt === null);
      expect(contacts).toMatchObject([{ number: customer, aliases: [lid], mergedIds: [expect.any(String)] }]);
      const tickets = await here.tickets();
      expect(new Set(tickets.map(({ contactId }) => contactId))).toEqual(new Set([contacts[0]?.id]));
      expect(tickets).toHaveLength(4);
      expect(tickets.filter(({ status }) => status !== 'closed')).toHaveLength(1);
    },
  );

  test('an answer that was on its way goes to where the contact is now', async () => {
    const { byNumber, byLid } = await twice();
    await here.projector.reached(await here.eventStore.head(), 5_000);
    const [{ id: ticketId } = { id: '' }] = (await here.tickets()).filter(
      ({ contactId, status }) => contactId === byLid && status !== 'closed',
    );
    await here.desk.tickets.accept(ana, { ticketId, userId: 'ana' });
    await here.desk.tickets.send(ana, { ticketId, body: 'já vai' });
    await here.desk.contacts.merge(ana, {
      ...{ contactId: byNumber, otherId: byLid, connectionIds: [here.connectionId] },
    });
    await here.startGateway({ config });
    await expect.poll(() => here.onPhone(), patience).toContain('já vai');
  });

  test('erasing the one that stays erases the other, whatever is left of it', async () => {
    const { byNumber, byLid } = await twice();
    await here.startGateway({ config });
    await here.desk.contacts.merge(ana, { contactId: byNumber, otherId: byLid, connectionIds: [] });
    await completed();
    const into = (await merges())[0]!.into;
    await here.desk.contacts.erase(ana, { contactId: into });
    await expect
      .poll(async () => {
        const erasures = await here.reader.find<ErasureDocument>('erasures', {});
        return erasures.filter(({ completedAt }) => completedAt !== null).length;
      }, patience)
      .toBe(2);
    for (const contactId of [byNumber, byLid])
      expect(await here.contactKeys!.find(companyId, contactId)).toBe('erased');
    const left = JSON.stringify([await here.contacts(), await here.tickets(), await here.messages()]);
    expect(left).not.toMatch(/Marina|5511955500142|99887766|segredo/);
    const stored = await here.eventStore.read(`contact-${companyId}_${into}`);
    expect(JSON.stringify(stored)).not.toMatch(/Marina|5511955500142|99887766/);
  });
});

describe('the undo of a merge', () => {
  const mergedByHand = async () => {
    const { byNumber, byLid } = await twice();
    const { into } = await here.desk.contacts.merge(ana, {
      ...{ contactId: byNumber, otherId: byLid, connectionIds: [here.connectionId] },
    });
    const gone = into === byNumber ? byLid : byNumber;
    return { from: into, contactId: gone, byNumber, byLid };
  };
  const active = async () => (await here.contacts()).filter(({ deletedAt }) => deletedAt === null);
  const ticketsOf = async (contactId: string) =>
    (await here.tickets()).filter((ticket) => ticket.contactId === contactId);

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'whose process died after %i writes is finished by whoever lives',
    async (writes) => {
      const { from, contactId, byNumber, byLid } = await mergedByHand();
      await here.projector.reached(await here.eventStore.head(), 5_000);
      const ticketIds = (await ticketsOf(from)).map(({ id }) => id);
      void dyingAt(writes).contacts.undoMerge(ana, { contactId, from, ticketIds });
      // What it got to write is there before anybody looks.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await here.startGateway({ config });
      await here.startGateway({ config });
      await completed();
      if (writes === 0) {
        expect((await active()).map(({ id }) => id)).toEqual([from]);
        return;
      }
      await expect.poll(async () => (await merges())[0]?.undone, patience).toBeDefined();
      await completed();
      const contacts = await active();
      expect(contacts.find(({ id }) => id === byNumber)).toMatchObject({ number: customer, aliases: [] });
      expect(contacts.find(({ id }) => id === byLid)).toMatchObject({ number: '', aliases: [lid] });
      expect(contacts.map(({ mergedIds, mergedInto }) => mergedIds ?? mergedInto)).toEqual([
        undefined,
        undefined,
      ]);
      for (const id of [byNumber, byLid]) expect(await ticketsOf(id)).toHaveLength(2);
      expect((await says('m9', lid)).contactId).toBe(byLid);
    },
  );

  test('leaves each erasure its own words: the key of one opens nothing of the other', async () => {
    const { from, contactId, byLid } = await mergedByHand();
    // Both go on, each in a ticket of their own.
    await here.startGateway({ config });
    await completed();
    await here.desk.contacts.undoMerge(ana, { contactId, from, ticketIds: [] });
    await expect.poll(async () => (await ticketsOf(contactId)).length, patience).toBe(2);
    await completed();
    const said = async (id: string) => {
      const tickets = new Set((await ticketsOf(id)).map((ticket) => ticket.id));
      return (await here.messages()).filter(({ ticketId }) => tickets.has(ticketId)).map(({ body }) => body);
    };
    const before = await said(from);
    await here.desk.contacts.erase(ana, { contactId });
    const erased = () => here.reader.find<ErasureDocument>('erasures', {});
    await expect
      .poll(async () => (await erased()).map(({ completedAt }) => completedAt !== null), patience)
      .toEqual([true]);
    expect(await said(contactId)).toEqual(['', '']);
    expect(await said(from)).toEqual(before);
    expect(await here.contactKeys!.find(companyId, contactId)).toBe('erased');
    expect(await here.contactKeys!.find(companyId, from)).not.toBe('erased');
    // Nor is anything of them left in what the log has of the other, which folds to what it was.
    const stream = async () => JSON.stringify(await here.eventStore.read(`contact-${companyId}_${from}`));
    const [theirs, others] = contactId === byLid ? [lid, customer] : [customer, lid];
    expect(await stream()).not.toContain(theirs);
    expect(await stream()).toContain(others);
    const readStore = createInMemoryReadStore({ collections });
    const { eventStore } = here;
    await rebuild({ eventStore, readStore, projections, log: pino({ level: 'silent' }) });
    for (const id of [from, contactId])
      expect(await readStore.forCompany(companyId).get('contacts', id)).toEqual(
        await here.reader.get('contacts', id),
      );
  });

  test('with another merge still standing only what was of both goes', async () => {
    const { from, contactId } = await mergedByHand();
    await here.desk.contacts.update(ana, { contactId: from, email: 'marina@x.org' });
    const third = await here.desk.contacts.create(ana, { name: 'Nádia', number: '5511955500777' });
    await here.desk.contacts.merge(ana, {
      ...{ contactId: from, otherId: third.contactId, connectionIds: [here.connectionId] },
      keepsNameOf: third.contactId,
    });
    await here.startGateway({ config });
    await expect
      .poll(async () => (await merges()).every(({ completedAt }) => completedAt !== null), patience)
      .toBe(true);
    await here.desk.contacts.undoMerge(ana, { contactId, from, ticketIds: [] });
    const done = () => merges().then((all) => all.find(({ id }) => id === contactId));
    await expect.poll(async () => (await done())?.undone, patience).toBeDefined();
    await expect.poll(async () => (await done())?.completedAt, patience).not.toBeNull();
    const kept = (await active()).find(({ id }) => id === from);
    expect(kept).toMatchObject({ email: 'marina@x.org', mergedIds: [third.contactId] });
    expect([kept?.number, ...(kept?.aliases ?? [])]).toContain('5511955500777');
    const anew = here.deskOn(here.eventStore);
    const numbers = ['5511955500777'];
    expect((await anew.contacts.ensure(system, { numbers, name: '' })).contactId).toBe(from);
    expect(await anew.contacts.nameOf(companyId, from)).toBe('Nádia');
    await anew.contacts.undoMerge(ana, { contactId: third.contactId, from, ticketIds: [] });
    expect(await anew.contacts.nameOf(companyId, from)).toBe('Marina');
    expect(await anew.contacts.nameOf(companyId, third.contactId)).toBe('Nádia');
  });

  test('is finished also of who was merged with somebody else at once', async () => {
    const { contactId: right } = await here.desk.contacts.create(ana, {
      name: 'Nádia',
      number: '5511955500777',
    });
    const { from, contactId } = await mergedByHand();
    await here.desk.contacts.undoMerge(ana, { contactId, from, ticketIds: [] });
    await here.desk.contacts.merge(ana, { contactId: right, otherId: contactId, connectionIds: [] });
    await here.startGateway({ config });
    await completed();
    expect(await merges()).toMatchObject([{ id: contactId, into: right }]);
    const keyIds = (await here.eventStore.read(`contact-${companyId}_${from}`)).flatMap(({ type, data }) =>
      type === 'ContactReleased' ? [] : ((data as { keyId?: string }).keyId ?? []),
    );
    expect(keyIds).not.toEqual([]);
    for (const keyId of keyIds) expect(await here.contactKeys!.find(companyId, keyId)).toBe('erased');
    for (const id of [from, right]) expect(await ticketsOf(id)).toHaveLength(2);
  });

  test('whoever erases the one that stayed leaves the other, whom it let go, as they are', async () => {
    const { from, contactId } = await mergedByHand();
    await here.startGateway({ config });
    await here.desk.contacts.undoMerge(ana, { contactId, from, ticketIds: [] });
    await expect.poll(async () => (await ticketsOf(contactId)).length, patience).toBe(2);
    await completed();
    await here.desk.contacts.erase(ana, { contactId: from });
    const erased = () => here.reader.find<ErasureDocument>('erasures', {});
    await expect
      .poll(async () => (await erased()).map(({ id, completedAt }) => [id, completedAt !== null]), patience)
      .toEqual([[from, true]]);
    expect((await active()).map(({ id }) => id)).toEqual([contactId]);
    const tickets = new Set((await ticketsOf(contactId)).map(({ id }) => id));
    for (const { ticketId, body } of await here.messages())
      expect([ticketId, body !== '']).toEqual([ticketId, tickets.has(ticketId)]);
  });
});
