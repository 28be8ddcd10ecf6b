import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metadata, minute } from '../../testing/decider.ts';
import { DomainError } from '../errors.ts';
import { NeedsHistory } from '../kernel/decider.ts';
import type { TicketCommand } from './commands.ts';
import type { TicketEvent } from './events.ts';
import { ticketEvents } from './events.ts';
import type { MessageExtra } from './extra.ts';
import { incoming, opened, received } from './fixtures.ts';
import type { Keep } from './messages.ts';
import { everything, findMessage, findSent, lastThousand } from './messages.ts';
import { type FrozenTicket, freezeTicket, thawTicket } from './snapshot.ts';
import type { TicketState } from './state.ts';
import { absentTicket, isKnown } from './state.ts';
import { StaleClaim, ticketDecider } from './ticket.ts';

const { decide, evolve, wide } = ticketDecider;
const messageId = fc.constantFrom('a', 'b', 'c', 'd');
const userId = fc.constantFrom('ana', 'bruno');
const queueId = fc.constantFrom('support', 'sales', null);
const bool = fc.boolean();
const extra = fc.constantFrom<MessageExtra>(
  {},
  { unreadable: { cause: 'undecryptable' } },
  { poll: { options: ['10h', '14h'], choices: 1 } },
);

/** Any command in any order, as agents, contacts and gateways might send them. */
const command: fc.Arbitrary<Pick<TicketCommand, 'type' | 'data'>> = fc.oneof(
  fc.record({ userId }).map((data) => ({ type: 'AcceptTicket' as const, data })),
  fc.constant({ type: 'ReturnTicket' as const, data: {} }),
  fc.constant({ type: 'ResolveTicket' as const, data: { reason: 'agent' as const } }),
  fc
    .record({ userId })
    .map((data) => ({ type: 'ReopenTicket' as const, data: { ...data, claimRevision: 0 } })),
  fc.record({ queueId, userId: fc.option(userId) }).map((data) => ({
    type: 'MoveTicket' as const,
    data: { ...data, claim: 'claim-c1_x', claimRevision: 0 },
  })),
  fc
    .record({ tagIds: fc.array(fc.constantFrom('x', 'y')) })
    .map((data) => ({ type: 'SetTicketFields' as const, data })),
  fc.constant({ type: 'MarkTicketRead' as const, data: {} }),
  fc.constant({ type: 'MarkTicketUnread' as const, data: {} }),
  fc
    .record({ useIntegration: bool, promptId: fc.constantFrom('p', null) }, { requiredKeys: [] })
    .map((data) => ({ type: 'SetTicketIntegration' as const, data })),
  fc.record({ messageId, fromMe: bool, extra }).map(({ messageId: id, fromMe, extra }) => ({
    type: 'ReceiveMessage' as const,
    data: { message: incoming(id, { fromMe, extra }), claim: 'claim-c1_x', since: 0, claimRevision: 0 },
  })),
  fc.record({ messageId, body: fc.constantFrom('1', '2') }).map((data) => ({
    type: 'SendMessage' as const,
    data: { ...data, mayRepeat: true, mediaType: 'chat' as const },
  })),
  fc
    .record({ messageId, body: fc.constantFrom('1', '2'), byContact: bool })
    .map((data) => ({ type: 'EditMessage' as const, data })),
  fc.record({ messageId, byContact: bool }).map((data) => ({ type: 'DeleteMessage' as const, data })),
  fc
    .record({ messageId, emoji: fc.constantFrom('👍', '❤️', ''), fromMe: bool, byContact: bool })
    .map((data) => ({ type: 'ReactToMessage' as const, data })),
  fc
    .record({ messageId, choices: fc.array(fc.nat({ max: 3 })), fromMe: bool })
    .map((data) => ({ type: 'RecordVote' as const, data: { ...data, sentAt: minute(0) } })),
  messageId.map((id) => ({ type: 'SettleReaction' as const, data: { messageId: id, revision: 3 } })),
  messageId.map((id) => ({ type: 'RecoverMessage' as const, data: { message: incoming(id) } })),
  fc.record({ messageId }).map((data) => ({ type: 'RetryMessage' as const, data })),
  messageId.map((id) => ({ type: 'RecordSent' as const, data: { messageId: id, externalId: `x-${id}` } })),
  messageId.map((id) => ({ type: 'RecordFailed' as const, data: { messageId: id, code: 'X', reason: 'x' } })),
  fc
    .record({
      messageId,
      reason: fc.constantFrom('newContacts', 'network'),
      until: fc.constantFrom(1, 2, 90),
    })
    .map(({ until, ...data }) => ({
      type: 'RecordHeld' as const,
      data: { ...data, until: new Date(Date.UTC(2026, 0, 1) + until * 1_000).toISOString() },
    })),
  fc
    .record({ messageIds: fc.array(messageId, { minLength: 1 }), ack: fc.integer({ min: 0, max: 5 }) })
    .map((data) => ({ type: 'AcknowledgeMessages' as const, data })),
);
const commands = fc.array(command, { maxLength: 40 });

const fold = (events: readonly TicketEvent[], keep: Keep): TicketState =>
  events.reduce((state, event, i) => evolve(state, event, minute(i)), absentTicket(keep));

/** What a desk would do: small state first, the whole history where it cannot tell. */
const outcomeOf = (
  given: Pick<TicketCommand, 'type' | 'data'>,
  events: readonly TicketEvent[],
  keep: Keep,
) => {
  const full = { ...given, metadata: metadata({ at: minute(events.length) }) } as TicketCommand;
  const on = (state: TicketState): readonly TicketEvent[] | string => {
    try {
      return decide(full, state);
    } catch (error) {
      if (error instanceof NeedsHistory && !(isKnown(state) && state.messages.bodies))
        return on(fold(events, everything));
      if (error instanceof DomainError) return error.code;
      if (error instanceof StaleClaim) return 'stale';
      throw error;
    }
  };
  return on(fold(events, keep));
};

const history = (given: readonly Pick<TicketCommand, 'type' | 'data'>[], keep: Keep = lastThousand) => {
  const events: TicketEvent[] = [opened()];
  for (const each of given) {
    const outcome = outcomeOf(each, events, keep);
    if (typeof outcome !== 'string') events.push(...outcome);
  }
  return events;
};

test('a command done twice in a row appends nothing the second time', () => {
  fc.assert(
    fc.property(commands, command, (given, last) => {
      const events = history(given);
      const outcome = outcomeOf(last, events, lastThousand);
      if (typeof outcome === 'string') return;
      const again = outcomeOf(last, [...events, ...outcome], lastThousand);
      expect(typeof again === 'string' ? [] : again).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('acknowledgements never go down, over every prefix', () => {
  fc.assert(
    fc.property(commands, (given) => {
      const highest = new Map<string, number>();
      let state: TicketState = absentTicket();
      history(given).forEach((event, i) => {
        state = evolve(state, event, minute(i));
        for (const id of ['a', 'b', 'c', 'd']) {
          const ack = (isKnown(state) && findMessage(state.messages, id)?.ack) || 0;
          expect(ack).toBeGreaterThanOrEqual(highest.get(id) ?? 0);
          highest.set(id, ack);
        }
      });
    }),
    { numRuns: 1000 },
  );
});

test('whatever is decided fits its schema, and every prefix replays to a valid state', () => {
  fc.assert(
    fc.property(commands, (given) => {
      const events = history(given);
      for (const { type, data } of events) expect(ticketEvents[type].parse(data)).toEqual(data);
      for (let length = 1; length <= events.length; length += 1) {
        const state = fold(events.slice(0, length), lastThousand);
        expect(['pending', 'open', 'closed']).toContain(state.status);
        if (state.status === 'pending') expect(state.userId).toBeNull();
        if (state.status === 'open') expect(state.userId).not.toBeNull();
      }
    }),
    { numRuns: 500 },
  );
});

test('evolve never throws, whatever the order of events', () => {
  fc.assert(
    fc.property(commands, fc.infiniteStream(fc.nat()), (given, picks) => {
      const shuffled = history(given)
        .map((event) => ({ event, key: picks.next().value as number }))
        .sort((x, y) => x.key - y.key)
        .map(({ event }) => event);
      expect(() => fold(shuffled, lastThousand)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});

test('a state that was frozen at any time is the one that was folded, and goes on as it would have', () => {
  fc.assert(
    fc.property(commands, fc.nat(), (given, pick) => {
      const events = history(given);
      const length = 1 + (pick % events.length);
      const frozenAt = fold(events.slice(0, length), lastThousand);
      if (!isKnown(frozenAt)) throw new Error('a ticket that was opened is known');
      const json = JSON.stringify(freezeTicket(frozenAt));
      const onward = (state: TicketState) =>
        events.slice(length).reduce((next, event, i) => evolve(next, event, minute(length + i)), state);
      const plain = (state: TicketState) => isKnown(state) && freezeTicket(state);
      const thawed = thawTicket(JSON.parse(json) as FrozenTicket);
      expect(plain(thawed)).toEqual(plain(frozenAt));
      expect(plain(onward(thawed))).toEqual(plain(onward(frozenAt)));
      for (const id of ['a', 'b', 'c', 'd'])
        expect(findSent(thawed.messages, `x-${id}`)).toBe(findSent(frozenAt.messages, `x-${id}`));
      // The state that was frozen is not the one that others go on with.
      expect(JSON.stringify(freezeTicket(frozenAt))).toBe(json);
    }),
    { numRuns: 1000 },
  );
});

test('a frozen state knows how far what it has forgotten went', () => {
  const said = Array.from({ length: 1_003 }, (_, i) => received(`in${i}`, { sentAt: minute(i) }));
  const state = fold([opened(), ...said], lastThousand);
  if (!isKnown(state)) throw new Error('a ticket that was opened is known');
  const { messages } = thawTicket(JSON.parse(JSON.stringify(freezeTicket(state))) as FrozenTicket);
  expect(messages.forgotten).toEqual({ sentAt: minute(2), at: minute(3) });
  expect([findMessage(messages, 'in2'), findMessage(messages, 'in3')?.sentAt]).toEqual([
    undefined,
    minute(3),
  ]);
});

test('a state that keeps two messages decides like one that keeps all', () => {
  fc.assert(
    fc.property(commands, command, (given, last) => {
      const events = history(given, everything);
      const small = outcomeOf(last, events, { capacity: 2, bodies: false });
      expect(small).toEqual(outcomeOf(last, events, everything));
    }),
    { numRuns: 1000 },
  );
  expect(wide).toEqual(absentTicket(everything));
});
