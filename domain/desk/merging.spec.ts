import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { asAgent, asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createStepper, type Stop } from '../../testing/stepwise-store.ts';
import type { ContactEvent } from '../contact/events.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { TicketEvent } from '../ticket/events.ts';
import { evolveTicket } from '../ticket/evolve.ts';
import { absentTicket, isKnown, type KnownTicket, type TicketState } from '../ticket/state.ts';

const number = '5511955500142';
const lid = '99887766@lid';

let store: EventStore;
let desk: ReturnType<typeof testDesk>;
beforeEach(() => {
  store = createInMemoryEventStore();
  desk = testDesk(store);
});

const ticketsIn = async (log: EventStore): Promise<readonly KnownTicket[]> => {
  const states = new Map<string, TicketState>();
  for (const event of await everyEvent(log))
    if (event.stream.startsWith('ticket-'))
      states.set(
        event.stream,
        evolveTicket(
          states.get(event.stream) ?? absentTicket(),
          event as unknown as TicketEvent,
          event.metadata.at,
        ),
      );
  return [...states.values()].filter(isKnown);
};
const openIn = async (log: EventStore) =>
  (await ticketsIn(log)).filter(({ status }) => status === 'pending' || status === 'open');
const typesOf = async (contactId: string) =>
  (await everyEvent(store))
    .filter(({ stream }) => stream === `contact-c1_${contactId}`)
    .map(({ type }) => type);

const meet = (by: typeof desk, ...numbers: readonly string[]) =>
  by.contacts.ensure(asGateway, { numbers, name: 'Carla', connectionId: 'phone' });
const writes = async (by: typeof desk, id: string, ...numbers: readonly string[]) => {
  const { contactId, merged } = await meet(by, ...numbers);
  return by.tickets.receive(asGateway, inbound(id, { contactId, ...(merged && { merged }) }));
};

describe('a contact known by number and one known by a hidden id', () => {
  test('become one when the network calls one person by both, with one open ticket', async () => {
    const byNumber = await writes(desk, 'm1', number);
    const byLid = await writes(desk, 'm2', lid);
    expect(byLid.ticketId).not.toBe(byNumber.ticketId);
    const both = await writes(desk, 'm3', number, lid);
    const open = await openIn(store);
    expect(open).toHaveLength(1);
    expect(open[0]?.ticketId).toBe(both.ticketId);
    const tickets = await ticketsIn(store);
    expect(new Set(tickets.map(({ contactId }) => contactId)).size).toBe(1);
    expect(open[0]?.joined).toEqual(
      tickets.map(({ ticketId }) => ticketId).filter((id) => id !== open[0]?.ticketId),
    );
    // Whichever address they write from, and in whichever process.
    for (const numbers of [[number], [lid], [lid, number]])
      for (const by of [desk, testDesk(store, 'b')])
        expect((await meet(by, ...numbers)).contactId).toBe(open[0]?.contactId);
  });

  test('keep the ticket an agent works on, and the name people gave', async () => {
    const known = await desk.contacts.create(asAgent(), { name: 'Carla Dias', number, email: 'c@x.org' });
    const other = await writes(desk, 'm1', lid);
    await desk.tickets.accept(asAgent(), { ticketId: other.ticketId, userId: 'ana' });
    await desk.tickets.receive(asGateway, inbound('m2', { contactId: known.contactId }));
    await writes(desk, 'm3', number, lid);
    expect(await openIn(store)).toMatchObject([{ ticketId: other.ticketId, status: 'open', userId: 'ana' }]);
    const [{ contactId } = { contactId: '' }] = await openIn(store);
    const events = (await everyEvent(store)) as unknown as readonly ContactEvent[];
    const named = events.findLast(
      (event) =>
        (event.type === 'ContactUpdated' || event.type === 'ContactCreated') &&
        event.data.contactId === contactId,
    );
    expect(named?.data).toMatchObject({ name: 'Carla Dias', number, email: 'c@x.org' });
  });

  test('stay apart where more is known that speaks against it: numbers go to other people', async () => {
    const first = await meet(desk, number, lid);
    const second = await meet(desk, '5511944400999', '11223344@lid');
    expect((await meet(desk, number, '11223344@lid')).contactId).toBe(first.contactId);
    expect((await meet(desk, '11223344@lid')).contactId).toBe(second.contactId);
    expect((await everyEvent(store)).some(({ type }) => type === 'ContactMerged')).toBe(false);
  });

  test('what one of them wrote before is not written again when the network plays it back', async () => {
    await writes(desk, 'm1', number);
    await writes(desk, 'm2', lid);
    await writes(desk, 'm3', number, lid);
    const replayed = await Promise.all(['m1', 'm2', 'm3'].map((id) => writes(desk, id, lid, number)));
    expect(replayed.map(({ duplicate }) => duplicate)).toEqual([true, true, true]);
  });

  test('merged twice at once, in two processes and either order, one stays', async () => {
    const one = await meet(desk, number);
    const two = await meet(desk, lid);
    const merge = (by: typeof desk, contactId: string, other: string) =>
      by.contacts.merge(asAgent(), { contactId, otherId: other, connectionIds: [] });
    const outcomes = await Promise.all([
      merge(desk, one.contactId, two.contactId),
      merge(testDesk(store, 'b'), two.contactId, one.contactId),
    ]);
    expect(new Set(outcomes.map(({ into }) => into)).size).toBe(1);
    const gone = [one.contactId, two.contactId].find((id) => id !== outcomes[0]?.into);
    expect((await typesOf(gone!)).filter((type) => type === 'ContactMerged')).toHaveLength(1);
    expect((await typesOf(outcomes[0]!.into)).filter((type) => type === 'ContactAbsorbed')).toHaveLength(1);
  });

  test('an address that somebody else was given meanwhile stays theirs', async () => {
    const one = await meet(desk, number);
    const two = await desk.contacts.create(asAgent(), { name: 'Carla', number: '5511933300111' });
    await desk.contacts.merge(asAgent(), {
      contactId: one.contactId,
      otherId: two.contactId,
      connectionIds: [],
    });
    const again = await desk.contacts.finishMerge(asGateway, {
      contactId: [one.contactId, two.contactId].sort()[1]!,
    });
    expect(again.events).toEqual([]);
    await expect(
      desk.contacts.create(asAgent(), { name: 'Other', number: '5511933300111' }),
    ).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT' });
  });

  test('groups, strangers and oneself are merged with nobody', async () => {
    const first = await meet(desk, number);
    const { contactId } = first;
    const group = await desk.contacts.ensure(asGateway, {
      numbers: ['1203630'],
      name: 'Turma',
      isGroup: true,
    });
    const merge = (other: string) =>
      desk.contacts.merge(asAgent(), { contactId, otherId: other, connectionIds: [] });
    const younger = await meet(desk, '5511933300199');
    for (const contactId of [younger.contactId, first.contactId])
      await expect(
        desk.contacts.merge(asAgent(), { contactId, otherId: group.contactId, connectionIds: [] }),
      ).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    await expect(merge(contactId)).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    await expect(merge('nobody')).rejects.toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' });
  });
});

const stop: fc.Arbitrary<Stop | undefined> = fc.option(
  fc.record({ at: fc.nat({ max: 40 }), after: fc.boolean() }),
  { nil: undefined },
);
type Word = readonly [id: string, by: 'number' | 'lid' | 'both'];
const addressesBy = { number: [number], lid: [lid], both: [number, lid] } as const;
const words = fc.uniqueArray(
  fc.tuple(fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5'), fc.constantFrom('number', 'lid', 'both')),
  { minLength: 1, maxLength: 3, selector: ([id]) => id },
) as fc.Arbitrary<readonly Word[]>;

test('two gateways that learn it at once, any of which may stop anywhere, leave one contact with one open ticket', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(words, stop),
      fc.tuple(words, stop),
      fc.boolean(),
      fc.infiniteStream(fc.nat({ max: 1000 })),
      async (first, second, accepted, picks) => {
        const log = createInMemoryEventStore();
        const setUp = testDesk(log, 'set-up');
        const before = await writes(setUp, 'm0', number);
        await writes(setUp, 'm00', lid);
        if (accepted) await setUp.tickets.accept(asAgent(), { ticketId: before.ticketId, userId: 'ana' });
        const stepper = createStepper(log);
        const failures: unknown[] = [];
        const done: string[] = [];
        for (const [index, [said, halt]] of [first, second].entries()) {
          const through = stepper.actor(halt);
          const by = testDesk(through, `actor-${index}`, {
            sleep: async () => undefined,
            random: () => 0.5,
            deadlineMs: 3_600_000,
          });
          void (async () => {
            for (const [id, how] of said) {
              await writes(by, id, ...addressesBy[how]).catch(async (error: unknown) => {
                // As the gateway does: whoever was merged a moment ago is looked up anew.
                if ((error as { code?: string }).code !== 'ERR_CONTACT_MERGED') throw error;
                await writes(testDesk(through, `again-${index}`), id, ...addressesBy[how]);
              });
              done.push(id);
            }
          })().catch((error: unknown) => failures.push(error));
        }
        const next = picks[Symbol.iterator]();
        await stepper.run(
          (choices) => (next.next().value as number) % choices,
          async () => {},
        );
        expect(failures).toEqual([]);

        // Whatever was left half done: the next message that tells it, and the due work after it, leave one of each.
        const later = testDesk(log, 'later');
        await writes(later, 'm9', number, lid);
        const merged = (await everyEvent(log)).filter(({ type }) => type === 'ContactMerged');
        for (const { data } of merged) {
          const { contactId } = data as { contactId: string };
          const { into } = await later.contacts.finishMerge(asGateway, { contactId });
          for (const ticket of await ticketsIn(log))
            if (ticket.contactId === contactId)
              await later.tickets.changeContact(asGateway, { ticketId: ticket.ticketId, contactId: into });
        }
        const tickets = await ticketsIn(log);
        expect(new Set(tickets.map(({ contactId }) => contactId)).size).toBe(1);
        expect(await openIn(log)).toHaveLength(1);
        if (accepted) expect((await openIn(log))[0]?.ticketId).toBe(before.ticketId);
        const written = (await everyEvent(log)).flatMap((event) =>
          event.type === 'MessageReceived' ? [(event.data as { externalId: string }).externalId] : [],
        );
        for (const id of done) expect(written).toContain(id);
      },
    ),
    { numRuns: 250 },
  );
}, 120_000);
