import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { asAgent, asGateway, testDesk as deskOf, everyEvent, inbound } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createStepper, type Stop } from '../../testing/stepwise-store.ts';
import { type ContactState, contactDecider } from '../contact/contact.ts';
import type { ContactEvent } from '../contact/events.ts';
import type { ActiveContact } from '../contact/state.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { TicketEvent } from '../ticket/events.ts';
import { evolveTicket } from '../ticket/evolve.ts';
import { absentTicket, isKnown, type KnownTicket, type TicketState } from '../ticket/state.ts';

const number = '5511955500142';
const other = '5511944400999';
const lid = '99887766@lid';
const daysAfter = (days: number) => new Date(Date.parse('2026-11-02T12:00:00.000Z') + days * 86_400_000);

/** Ids as they are made: the later the greater. */
const testDesk = (log: EventStore, prefix = 'a', more: Parameters<typeof deskOf>[2] = {}) => {
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `${prefix}-${String(ids).padStart(4, '0')}`;
  };
  return deskOf(log, prefix, { newId, ...more });
};

let store: EventStore;
let desk: ReturnType<typeof testDesk>;
beforeEach(() => {
  store = createInMemoryEventStore();
  desk = testDesk(store);
});

const fold = async <S, E>(
  log: EventStore,
  category: string,
  initial: S,
  evolve: (state: S, event: E, at: string) => S,
): Promise<ReadonlyMap<string, S>> => {
  const states = new Map<string, S>();
  for (const event of await everyEvent(log))
    if (event.stream.startsWith(category))
      states.set(
        event.stream,
        evolve(states.get(event.stream) ?? initial, event as unknown as E, event.metadata.at),
      );
  return states;
};
const ticketsIn = async (log: EventStore): Promise<readonly KnownTicket[]> =>
  [...(await fold<TicketState, TicketEvent>(log, 'ticket-', absentTicket(), evolveTicket)).values()].filter(
    isKnown,
  );
const contactIn = async (log: EventStore, contactId: string) =>
  (
    await fold<ContactState, ContactEvent>(log, 'contact-', contactDecider.initial, contactDecider.evolve)
  ).get(`contact-c1_${contactId}`) as ActiveContact;
const ticket = async (ticketId: string) =>
  (await ticketsIn(store)).find((one) => one.ticketId === ticketId) as KnownTicket;

const meet = (by: typeof desk, ...numbers: readonly string[]) =>
  by.contacts.ensure(asGateway, { numbers, name: 'Carla', connectionId: 'phone' });
const writes = async (by: typeof desk, id: string, ...numbers: readonly string[]) => {
  const { contactId, merged, via } = await meet(by, ...numbers);
  return by.tickets.receive(
    asGateway,
    inbound(id, { contactId, ...(merged && { merged }), ...(via && { via }) }),
  );
};
const carla = {
  name: 'Carla Dias',
  number,
  email: 'carla@x.org',
  extraInfo: [{ id: 'a', name: 'CPF', value: '1' }],
};
const davi = { name: 'Davi', number: other, email: '', extraInfo: [{ id: 'a', name: 'Plano', value: 'B' }] };
/** Two contacts of people, merged by hand; `kept` is the older. */
const merged = async (by = desk) => {
  const { contactId: kept } = await by.contacts.create(asAgent(), carla);
  const { contactId: gone } = await by.contacts.create(asAgent(), davi);
  return { kept, gone };
};
const merge = (by: typeof desk, { kept, gone }: { kept: string; gone: string }) =>
  by.contacts.merge(asAgent(), { contactId: kept, otherId: gone, connectionIds: ['phone'] });
const undo = async (by: typeof desk, { kept, gone }: { kept: string; gone: string }, log = store) =>
  by.contacts.undoMerge(asAgent(), {
    ...{ contactId: gone, from: kept },
    ticketIds: (await ticketsIn(log)).flatMap((one) => (one.contactId === kept ? [one.ticketId] : [])),
  });

describe('undoing a merge', () => {
  test('gives each their name, address and fields again, and each address its own contact', async () => {
    const both = await merged();
    await merge(desk, both);
    expect((await contactIn(store, both.kept)).aliases).toEqual([other]);
    await undo(desk, both);
    expect((await contactIn(store, both.kept)).personal).toEqual(carla);
    expect((await contactIn(store, both.kept)).aliases).toEqual([]);
    expect((await contactIn(store, both.gone)).personal).toEqual(davi);
    for (const by of [desk, testDesk(store, 'b')]) {
      expect((await meet(by, number)).contactId).toBe(both.kept);
      expect((await meet(by, other)).contactId).toBe(both.gone);
    }
  });

  test('leaves with the one that stayed what people wrote since', async () => {
    const both = await merged();
    await desk.contacts.merge(asAgent(), {
      ...{ contactId: both.kept, otherId: both.gone, connectionIds: [], keepsNameOf: both.gone },
    });
    expect((await contactIn(store, both.kept)).personal).toMatchObject({ name: 'Davi', number: other });
    await desk.contacts.update(asAgent(), { contactId: both.kept, email: 'nova@x.org' });
    await undo(desk, both);
    expect((await contactIn(store, both.kept)).personal).toEqual({ ...carla, email: 'nova@x.org' });
    expect((await contactIn(store, both.gone)).personal).toEqual(davi);
  });

  test('gives back the tickets that began with their address, those opened since as well', async () => {
    const both = await merged();
    const before = await writes(desk, 'm1', other);
    await desk.tickets.accept(asAgent(), { ticketId: before.ticketId, userId: 'ana' });
    await merge(desk, both);
    expect(await ticket(before.ticketId)).toMatchObject({ contactId: both.kept, homeId: both.gone });
    // Their own words, and an answer, in their own ticket: nobody's else.
    await writes(desk, 'm2', other);
    await desk.tickets.send(asAgent(), { ticketId: before.ticketId, body: 'já vai' });
    await desk.tickets.resolve(asAgent(), { ticketId: before.ticketId });
    const since = await writes(desk, 'm3', other);
    expect((await ticket(since.ticketId)).contactId).toBe(both.kept);
    await desk.tickets.resolve(asAgent(), { ticketId: since.ticketId });
    const own = await writes(desk, 'm4', number);
    await undo(desk, both);
    for (const { ticketId } of [before, since]) expect((await ticket(ticketId)).contactId).toBe(both.gone);
    expect((await ticket(own.ticketId)).contactId).toBe(both.kept);
    // Under whose key: the contact that the event names.
    const said = (await everyEvent(store)).filter(({ type }) => /^Message(Received|Queued)$/.test(type));
    expect(said.map(({ data }) => (data as { contactId: string }).contactId)).toEqual([
      ...[both.gone, both.gone, both.gone, both.gone],
      both.kept,
    ]);
  });

  test('what the network plays back is not written again, and what comes next goes to its own', async () => {
    const both = await merged();
    await writes(desk, 'm1', other);
    await merge(desk, both);
    await writes(desk, 'm2', other);
    const { ticketId } = await writes(desk, 'm3', other);
    await undo(desk, both);
    for (const id of ['m1', 'm2', 'm3'])
      expect(await writes(desk, id, other)).toMatchObject({ duplicate: true, ticketId });
    expect((await writes(desk, 'm4', other)).ticketId).toBe(ticketId);
    const own = await writes(desk, 'm5', number);
    expect(own.ticketId).not.toBe(ticketId);
    expect(await ticket(own.ticketId)).toMatchObject({ contactId: both.kept });
  });

  test('an address that the network named with one of theirs goes with them', async () => {
    const both = await merged();
    await merge(desk, both);
    expect((await meet(desk, other, lid)).contactId).toBe(both.kept);
    await undo(desk, both);
    for (const numbers of [[lid], [lid, other]])
      expect((await meet(testDesk(store, numbers.join()), ...numbers)).contactId).toBe(both.gone);
    expect((await contactIn(store, both.kept)).aliases).toEqual([]);
  });

  test('says for good that they are two, but to whoever joins them by hand', async () => {
    const byNumber = await meet(desk, number);
    const byLid = await meet(desk, lid);
    const { contactId: one } = await meet(desk, number, lid);
    const both = { kept: one, gone: [byNumber.contactId, byLid.contactId].find((id) => id !== one)! };
    await undo(desk, both);
    expect((await meet(desk, number, lid)).contactId).toBe(byNumber.contactId);
    expect((await meet(testDesk(store, 'b'), lid, number)).contactId).toBe(byLid.contactId);
    await merge(desk, both);
    expect((await meet(desk, lid)).contactId).toBe(both.kept);
    expect((await meet(desk, number)).contactId).toBe(both.kept);
    await undo(desk, both);
    expect((await meet(desk, lid)).contactId).toBe(byLid.contactId);
    expect((await meet(desk, number)).contactId).toBe(byNumber.contactId);
  });

  test('said twice, or finished by nobody left, it is done once', async () => {
    const both = await merged();
    await merge(desk, both);
    await Promise.all([undo(desk, both), undo(testDesk(store, 'b'), both)]);
    await undo(desk, both);
    const types = (await everyEvent(store)).map(({ type }) => type);
    for (const type of ['ContactReleased', 'ContactUnmerged'])
      expect(types.filter((one) => one === type)).toHaveLength(1);
    // Whoever was on the way with the merge joins nothing again.
    await expect(desk.contacts.finishMerge(asGateway, { contactId: both.gone })).rejects.toMatchObject({
      code: 'ERR_NO_CONTACT_FOUND',
    });
    expect((await contactIn(store, both.kept)).merged).toEqual([]);
  });

  test('says anew what is known also where nothing of the other had come in yet: the key of before goes', async () => {
    const { kept, gone: part } = await merged();
    await merge(desk, { kept, gone: part });
    const { contactId: gone } = await desk.contacts.create(asAgent(), { ...davi, number: '5511933300777' });
    // Whoever merged them died before the one that stays took it in.
    await store.append(`contact-c1_${gone}`, 0, [
      {
        id: 'half-a-merge',
        type: 'ContactMerged',
        data: { contactId: gone, into: kept, keepsName: false, toldApart: true },
        metadata: { ...(await everyEvent(store))[0]!.metadata },
      },
    ]);
    await undo(testDesk(store, 'b'), { kept, gone });
    const events = (await everyEvent(store)).filter(({ stream }) => stream === `contact-c1_${kept}`);
    const released = events.findIndex(({ type }) => type === 'ContactReleased');
    const keyOf = (event: (typeof events)[number]) => (event.data as { keyId?: string }).keyId;
    const before = events.slice(0, released).flatMap((event) => keyOf(event) ?? []);
    const anew = events[released + 1];
    expect(anew).toMatchObject({
      type: 'ContactUpdated',
      data: { name: 'Carla Dias', number, email: 'carla@x.org', aliases: [other] },
    });
    expect(before).not.toContain(keyOf(anew!));
    expect((await contactIn(store, kept)).merged).toEqual([part]);
  });

  test('who asked to be left alone while they were one is left alone as either', async () => {
    const both = await merged();
    await merge(desk, both);
    await desk.contacts.leaveCampaigns(asAgent(), { contactId: both.kept });
    await undo(desk, both);
    for (const contactId of [both.kept, both.gone])
      expect(await desk.contacts.standing('c1', contactId)).toMatchObject({ hasLeft: true });
  });
});

describe('a merge stays', () => {
  test('where both wrote in one ticket since: nobody could tell their words apart', async () => {
    const both = await merged();
    const { ticketId } = await writes(desk, 'm1', number);
    await merge(desk, both);
    await writes(desk, 'm2', other);
    await expect(undo(desk, both)).rejects.toMatchObject({
      ...{ code: 'ERR_MERGE_MIXED', details: { ticketId } },
      errors: { otherId: 'ERR_MERGE_MIXED' },
    });
    expect((await contactIn(store, both.kept)).merged).toEqual([both.gone]);
  });

  test('after 30 days', async () => {
    const both = await merged();
    await merge(desk, both);
    await expect(undo(testDesk(store, 'later', { now: () => daysAfter(31) }), both)).rejects.toMatchObject({
      code: 'ERR_MERGE_TOO_OLD',
    });
    await undo(testDesk(store, 'sooner', { now: () => daysAfter(29) }), both);
  });

  test('where the one that stayed went on in another, until that is undone', async () => {
    const first = await meet(desk, '5511933300199');
    const both = await merged();
    await merge(desk, both);
    const later = { kept: first.contactId, gone: both.kept };
    await merge(desk, later);
    for (const kept of [both.kept, first.contactId])
      await expect(undo(desk, { kept, gone: both.gone })).rejects.toMatchObject({
        code: 'ERR_MERGE_CONTINUED',
      });
    await undo(desk, later);
    expect((await meet(desk, other)).contactId).toBe(both.kept);
    await undo(desk, both);
    for (const [address, contactId] of [
      ['5511933300199', first.contactId],
      [number, both.kept],
      [other, both.gone],
    ] as const)
      expect((await meet(testDesk(store, address), address)).contactId).toBe(contactId);
  });

  test('where it was made by a version that did not say through whose address things came', async () => {
    const both = await merged();
    await merge(desk, both);
    const old = createInMemoryEventStore();
    for (const { stream, revision: _, position: __, ...event } of await everyEvent(store)) {
      const data =
        event.type === 'ContactMerged' ? { ...(event.data as object), toldApart: false } : event.data;
      const { revision } = (await old.read(stream, { limit: 1_000 })).at(-1) ?? {
        revision: -1,
      };
      await old.append(stream, revision, [{ ...event, data } as never]);
    }
    await expect(undo(testDesk(old, 'x'), both, old)).rejects.toMatchObject({ code: 'ERR_MERGE_UNTOLD' });
  });

  test('where there is none', async () => {
    const both = await merged();
    await expect(undo(desk, both)).rejects.toMatchObject({ code: 'ERR_NO_MERGE_FOUND' });
  });
});

const stop: fc.Arbitrary<Stop | undefined> = fc.option(
  fc.record({ at: fc.nat({ max: 30 }), after: fc.boolean() }),
  { nil: undefined },
);

test('two who undo it, beside messages of both and a merge that is being finished, any of which may stop anywhere, leave two', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stop, { minLength: 5, maxLength: 5 }),
      fc.infiniteStream(fc.nat({ max: 1000 })),
      async (stops, picks) => {
        const log = createInMemoryEventStore();
        const setUp = testDesk(log, 'set-up');
        const both = await merged(setUp);
        const theirs = await writes(setUp, 'm0', other);
        await merge(setUp, both);
        const stepper = createStepper(log);
        const failures: unknown[] = [];
        const work: ((by: typeof desk) => Promise<unknown>)[] = [
          (by) => undo(by, both, log),
          (by) => undo(by, both, log),
          (by) => writes(by, 'm1', other),
          (by) => writes(by, 'm2', number),
          (by) => by.contacts.finishMerge(asGateway, { contactId: both.gone, connectionIds: ['phone'] }),
        ];
        const expected = ['ERR_MERGE_MIXED', 'ERR_CONTACT_MERGED', 'ERR_NO_CONTACT_FOUND'];
        for (const [index, act] of work.entries()) {
          const by = testDesk(stepper.actor(stops[index]), `actor-${index}`, {
            ...{ sleep: async () => undefined, random: () => 0.5, deadlineMs: 3_600_000 },
          });
          void act(by).catch((error: unknown) => {
            if (!expected.includes((error as { code?: string }).code ?? '')) failures.push(error);
          });
        }
        const next = picks[Symbol.iterator]();
        await stepper.run(
          (choices) => (next.next().value as number) % choices,
          async () => {},
        );
        expect(failures).toEqual([]);

        // Whoever lives finishes it, if it was begun.
        const later = testDesk(log, 'later');
        const begun = (await everyEvent(log)).some(({ type }) => type === 'ContactReleased');
        if (!begun) return;
        await later.contacts.restoreContact(asGateway, { contactId: both.gone });
        await undo(later, both, log);
        const kept = await contactIn(log, both.kept);
        const gone = await contactIn(log, both.gone);
        expect([kept.status, gone.status]).toEqual(['active', 'active']);
        expect([kept.personal.number, gone.personal.number]).toEqual([number, other]);
        expect([...kept.aliases, ...gone.aliases, ...kept.merged]).toEqual([]);
        expect((await meet(later, number)).contactId).toBe(both.kept);
        expect((await meet(later, other)).contactId).toBe(both.gone);
        const tickets = await ticketsIn(log);
        expect(tickets.find(({ ticketId }) => ticketId === theirs.ticketId)?.contactId).toBe(both.gone);
        for (const { contactId, homeId = contactId } of tickets) expect(contactId).toBe(homeId);
        const open = tickets.filter(({ status }) => status === 'pending' || status === 'open');
        expect(new Set(open.map(({ contactId }) => contactId)).size).toBe(open.length);
      },
    ),
    { numRuns: 250 },
  );
}, 120_000);
