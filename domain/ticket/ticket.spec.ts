import { describe, expect, test } from 'vitest';
import type { QueueScope } from '../access/queue-scope.ts';
import { VoidStream } from '../kernel/decider.ts';
import {
  accepted,
  atRest,
  claimLost,
  deleted,
  givenTicket,
  incoming,
  opened,
  queued,
  received,
  resolved,
  withAna,
} from './fixtures.ts';
import { StaleClaim } from './ticket.ts';

const sales: QueueScope = { userId: 'bruno', queueIds: ['sales'], noQueue: false };
const support: QueueScope = { userId: 'ana', queueIds: ['support'], noQueue: false };
const accept = (userId = 'ana') => ({ type: 'AcceptTicket', data: { userId } }) as const;
const resolve = { type: 'ResolveTicket', data: { reason: 'agent' } } as const;
const transfer = (queueId: string | null, userId: string | null) =>
  ({ type: 'TransferTicket', data: { queueId, userId } }) as const;
const reopen = { type: 'ReopenTicket', data: { userId: 'ana', claimRevision: 3 } } as const;

describe('accepting', () => {
  test('opens a pending ticket for the agent and says how long the contact waited', () => {
    expect(givenTicket(opened()).when(accept()).events()).toEqual([
      {
        type: 'TicketAccepted',
        data: { ticketId: 't1', userId: 'ana', queueId: 'support', before: atRest, waitedMs: 60_000 },
      },
    ]);
  });
  test('twice by the same agent changes nothing', () => {
    expect(givenTicket(opened(), accepted()).when(accept()).events()).toEqual([]);
  });
  test('is refused when somebody else has it, naming who', () => {
    expect(givenTicket(opened(), accepted('bruno')).when(accept()).refusal()).toEqual({
      code: 'ERR_TICKET_TAKEN',
      details: { userId: 'bruno' },
    });
  });
  test('is refused outside the agent’s queues', () => {
    expect(givenTicket(opened()).when(accept('bruno'), { scope: sales }).refusal().code).toBe(
      'ERR_NO_PERMISSION',
    );
  });
  test('into another queue takes the right to see that one', () => {
    const into = (queueId: string | null) =>
      ({ type: 'AcceptTicket', data: { userId: 'ana', queueId } }) as const;
    const mine = givenTicket(opened());
    expect(mine.when(into('sales'), { scope: support }).refusal().code).toBe('ERR_NO_PERMISSION');
    expect(mine.when(into(null), { scope: support }).refusal().code).toBe('ERR_NO_PERMISSION');
    const both: QueueScope = { ...support, queueIds: ['support', 'sales'] };
    expect(mine.when(into('sales'), { scope: both }).events()).toMatchObject([
      { type: 'TicketAccepted', data: { queueId: 'sales' } },
    ]);
  });
  test('for somebody else takes more than an agent', () => {
    expect(givenTicket(opened()).when(accept('bruno'), { scope: support }).refusal().code).toBe(
      'ERR_NO_PERMISSION',
    );
    const admin: QueueScope = { userId: 'root', queueIds: 'all', noQueue: true };
    expect(givenTicket(opened()).when(accept('bruno'), { scope: admin }).events()).toHaveLength(1);
  });
  test('a ticket without a queue takes the right to see those', () => {
    const lone = givenTicket(opened({ queueId: null }));
    expect(lone.when(accept(), { scope: support }).refusal().code).toBe('ERR_NO_PERMISSION');
    expect(lone.when(accept(), { scope: { ...support, noQueue: true } }).events()).toHaveLength(1);
  });
  test('a closed ticket is refused', () => {
    expect(givenTicket(opened(), accepted(), resolved).when(accept()).refusal().code).toBe(
      'ERR_TICKET_STATE',
    );
  });
});

describe('returning, resolving, deleting', () => {
  test('an open ticket goes back to pending', () => {
    const command = { type: 'ReturnTicket', data: {} } as const;
    expect(givenTicket(opened(), accepted()).when(command).events()).toEqual([
      { type: 'TicketReturned', data: { ticketId: 't1', before: withAna } },
    ]);
    expect(givenTicket(opened()).when(command).events()).toEqual([]);
    expect(givenTicket(opened(), accepted(), resolved).when(command).refusal().code).toBe('ERR_TICKET_STATE');
  });
  test('resolving says how long it was handled since it was accepted', () => {
    expect(givenTicket(opened(), accepted(), received()).when(resolve).events()).toEqual([
      {
        type: 'TicketResolved',
        data: { ticketId: 't1', before: withAna, handledMs: 120_000, reason: 'agent' },
      },
    ]);
    expect(givenTicket(opened(), accepted(), resolved).when(resolve).events()).toEqual([]);
  });
  test('durations are never negative, whatever the clock does', () => {
    const early = { at: '2020-01-01T00:00:00.000Z' };
    const [event] = givenTicket(opened(), accepted()).when(resolve, early).events();
    expect(event?.data).toMatchObject({ handledMs: 0 });
  });
  test('a deleted ticket is gone for every command, and deleting it again changes nothing', () => {
    const gone = givenTicket(opened(), accepted(), deleted);
    expect(gone.when({ type: 'DeleteTicket', data: {} }).events()).toEqual([]);
    expect(gone.when(accept()).refusal().code).toBe('ERR_NO_TICKET_FOUND');
    expect(givenTicket().when(accept()).refusal().code).toBe('ERR_NO_TICKET_FOUND');
  });
});

describe('reopening', () => {
  test('assigns to the agent and keeps the queue', () => {
    expect(givenTicket(opened(), accepted(), resolved).when(reopen).events()).toEqual([
      {
        type: 'TicketReopened',
        data: {
          ticketId: 't1',
          userId: 'ana',
          status: 'open',
          claimRevision: 3,
          before: { ...withAna, status: 'closed' },
        },
      },
    ]);
  });
  test('an open ticket changes nothing for its agent and is refused to others', () => {
    expect(givenTicket(opened(), accepted()).when(reopen).events()).toEqual([]);
    expect(givenTicket(opened(), accepted('bruno')).when(reopen).refusal().code).toBe('ERR_TICKET_TAKEN');
  });
});

describe('transferring', () => {
  test('to a queue makes it pending with nobody', () => {
    expect(givenTicket(opened(), accepted()).when(transfer('sales', null)).events()).toEqual([
      {
        type: 'TicketTransferred',
        data: { ticketId: 't1', status: 'pending', queueId: 'sales', userId: null, before: withAna },
      },
    ]);
  });
  test('to a colleague opens it there', () => {
    const [event] = givenTicket(opened(), accepted()).when(transfer('sales', 'bruno')).events();
    expect(event?.data).toMatchObject({ status: 'open', userId: 'bruno', queueId: 'sales' });
  });
  test('to a colleague is unread for them; what one takes oneself is not', () => {
    const by = (id: string) => ({ actor: { kind: 'user', id } as const });
    const read = givenTicket(opened(), accepted());
    const types = (given: typeof read, userId: string, who = 'ana') =>
      given
        .when(transfer('sales', userId), by(who))
        .events()
        .map(({ type }) => type);
    expect(types(read, 'bruno')).toEqual(['TicketTransferred', 'TicketMarkedUnread']);
    expect(types(givenTicket(opened(), accepted(), received()), 'bruno')).toEqual(['TicketTransferred']);
    expect(types(read, 'bruno', 'bruno')).toEqual(['TicketTransferred']);
  });
  test('to where it is changes nothing', () => {
    expect(givenTicket(opened(), accepted()).when(transfer('support', 'ana')).events()).toEqual([]);
  });
  test('of a closed ticket needs the claim, then reopens it', () => {
    const closed = givenTicket(opened(), accepted(), resolved);
    expect(() => closed.when(transfer('sales', null)).events()).toThrow(StaleClaim);
    const data = { queueId: 'sales', userId: null, claim: 'claim-c1_x', claimRevision: 4 };
    expect(
      closed
        .when({ type: 'MoveTicket', data })
        .events()
        .map(({ type }) => type),
    ).toEqual(['TicketReopened', 'TicketTransferred']);
  });
  test('to another connection carries the new claim', () => {
    const target = { queueId: 'support', userId: 'ana', connectionId: 'other' };
    const open = givenTicket(opened(), accepted());
    expect(() => open.when({ type: 'TransferTicket', data: target }).events()).toThrow(StaleClaim);
    const data = { ...target, claim: 'claim-c1_y', claimRevision: 0 };
    const events = open.when({ type: 'MoveTicket', data }).events();
    expect(givenTicket(opened(), accepted(), ...events).state()).toMatchObject({
      connectionId: 'other',
      claim: 'claim-c1_y',
      claimRevision: 0,
    });
  });
});

describe('a deleted queue', () => {
  const leave = { type: 'LeaveQueue', data: { queueId: 'support' } } as const;
  test('is left, and whoever has the ticket keeps it', () => {
    const [event, ...more] = givenTicket(opened(), accepted()).when(leave).events();
    expect(event).toMatchObject({
      type: 'TicketTransferred',
      data: { queueId: null, userId: 'ana', status: 'open' },
    });
    expect(more).toEqual([]);
    expect(givenTicket(opened()).when(leave).events()).toMatchObject([
      { data: { queueId: null, userId: null, status: 'pending' } },
    ]);
  });
  test('is not left by a ticket that has closed, or is in another one by now', () => {
    expect(givenTicket(opened(), accepted(), resolved).when(leave).events()).toEqual([]);
    const other = { type: 'LeaveQueue', data: { queueId: 'sales' } } as const;
    expect(givenTicket(opened(), accepted()).when(other).events()).toEqual([]);
  });
});

describe('tags and reading', () => {
  test('tags are a set: the same in another order change nothing', () => {
    const tag = (...tagIds: string[]) => ({ type: 'SetTicketFields', data: { tagIds } }) as const;
    const events = givenTicket(opened())
      .when(tag('a', 'b', 'a'))
      .events();
    expect(events).toEqual([
      { type: 'TicketTagsChanged', data: { ticketId: 't1', tagIds: ['a', 'b'], beforeTagIds: [] } },
    ]);
    expect(
      givenTicket(opened(), ...events)
        .when(tag('b', 'a'))
        .events(),
    ).toEqual([]);
  });
  test('reading is recorded only when something was unread', () => {
    const read = { type: 'MarkTicketRead', data: {} } as const;
    expect(givenTicket(opened()).when(read).events()).toEqual([]);
    const events = givenTicket(opened(), received()).when(read).events();
    expect(events).toEqual([{ type: 'TicketRead', data: { ticketId: 't1', connectionId: 'phone' } }]);
    expect(
      givenTicket(opened(), received(), ...events)
        .when(read)
        .events(),
    ).toEqual([]);
  });
});

test('what was read counts as unread again when an agent says so, once, and not when it is closed', () => {
  const unread = { type: 'MarkTicketUnread', data: {} } as const;
  const read = givenTicket(opened(), received(), { type: 'TicketRead', data: { ticketId: 't1' } });
  const events = read.when(unread).events();
  expect(events).toEqual([{ type: 'TicketMarkedUnread', data: { ticketId: 't1' } }]);
  expect(
    givenTicket(opened(), ...events)
      .when(unread)
      .events(),
  ).toEqual([]);
  expect(read.when(unread, { scope: sales }).refusal().code).toBe('ERR_NO_PERMISSION');
  expect(givenTicket(opened(), accepted(), resolved).when(unread).refusal().code).toBe('ERR_TICKET_STATE');
});

describe('what answers instead of an agent', () => {
  const set = (data: object) => ({ type: 'SetTicketIntegration', data }) as const;
  const changed = (data: object) => ({ type: 'TicketIntegrationChanged', data: { ticketId: 't1', ...data } });
  const open = [opened(), accepted()];
  test('only what is named changes, and nothing is written when nothing does', () => {
    const first = givenTicket(...open)
      .when(set({ promptId: 'p1' }))
      .events();
    expect(first).toEqual([changed({ useIntegration: false, promptId: 'p1', integrationId: null })]);
    const there = givenTicket(...open, ...first);
    expect(there.when(set({ useIntegration: true })).events()).toEqual([
      changed({ useIntegration: true, promptId: 'p1', integrationId: null }),
    ]);
    expect(there.when(set({ promptId: 'p1', useIntegration: false })).events()).toEqual([]);
  });
  test('it stays while the ticket is open, whoever has it, and is cleared by closing', () => {
    const events = givenTicket(...open)
      .when(set({ promptId: 'p1', useIntegration: true }))
      .events();
    const kept = { useIntegration: true, promptId: 'p1', integrationId: null };
    expect(
      givenTicket(...open, ...events, {
        type: 'TicketReturned',
        data: { ticketId: 't1', before: withAna },
      }).state(),
    ).toMatchObject({ integration: kept });
    const closed = givenTicket(...open, ...events, resolved);
    expect(closed.state()).toMatchObject({ integration: { useIntegration: false, promptId: null } });
    expect(closed.when(set({ promptId: 'p2' })).refusal().code).toBe('ERR_TICKET_STATE');
    expect(closed.when(set({ promptId: null })).events()).toEqual([]);
  });
});

describe('opening and receiving under the claim', () => {
  const opening = { ...opened().data, status: 'pending', isGroup: false } as never;
  test('a stream that begins with ClaimLost can never be opened', () => {
    const lost = givenTicket(claimLost());
    expect(() => lost.when({ type: 'OpenTicket', data: opening }).events()).toThrow(VoidStream);
    expect(givenTicket(claimLost(), opened()).state()).toMatchObject({ status: 'void' });
  });
  test('an agent must choose a queue, and one of their own', () => {
    const open = (queueId: string | null, scope: QueueScope) =>
      givenTicket()
        .when({ type: 'OpenTicket', data: { ...(opening as object), queueId } as never }, { scope })
        .refusal();
    expect(open(null, support)).toEqual({ code: 'ERR_VALIDATION', errors: { queueId: 'required' } });
    expect(open('sales', support).code).toBe('ERR_NO_PERMISSION');
  });
  test('a message is taken only while the ticket holds the claim as its sender knows it', () => {
    const receive = (claim: string, since: number, claimRevision: number) =>
      givenTicket(opened())
        .when({ type: 'ReceiveMessage', data: { message: incoming(), claim, since, claimRevision } })
        .events();
    expect(receive('claim-c1_x', 0, 2)).toEqual([received()]);
    expect(() => receive('claim-c1_x', 1, 2)).toThrow(StaleClaim);
    expect(() => receive('claim-c1_y', 0, 0)).toThrow(StaleClaim);
  });
});

describe('texts that go out with a change', () => {
  const greeting = { messageId: 'g1', body: 'Olá Carla' };
  const greeted = { type: 'AcceptTicket', data: { userId: 'ana', greeting } } as const;
  const notice = { messageId: 'n1', body: 'Você está em Vendas' };
  const moved = (queueId: string | null, userId: string | null = null) =>
    ({ type: 'TransferTicket', data: { queueId, userId, notice } }) as const;
  const automatic = (kind: string, text: { messageId: string; body: string }, queueId: string) => ({
    type: 'MessageQueued',
    data: {
      ticketId: 't1',
      contactId: 'carla',
      connectionId: 'phone',
      mediaType: 'chat',
      ...text,
      userId: null,
      queueId,
      automatic: kind,
    },
  });

  test('the greeting is queued in the same append as the acceptance', () => {
    const events = givenTicket(opened()).when(greeted).events();
    expect(events.map(({ type }) => type)).toEqual(['TicketAccepted', 'MessageQueued']);
    expect(events[1]).toEqual(automatic('greeting', greeting, 'support'));
  });
  test('who has it already greets nobody again', () => {
    expect(givenTicket(opened(), accepted()).when(greeted).events()).toEqual([]);
  });
  test('groups and empty texts are not greeted', () => {
    expect(
      givenTicket(opened({ isGroup: true }))
        .when(greeted)
        .events(),
    ).toHaveLength(1);
    const blank = {
      type: 'AcceptTicket',
      data: { userId: 'ana', greeting: { ...greeting, body: ' ' } },
    } as const;
    expect(givenTicket(opened()).when(blank).events()).toHaveLength(1);
  });
  test('another queue is told, another agent of the same queue is not', () => {
    const there = givenTicket(opened(), accepted());
    expect(there.when(moved('sales')).events()[1]).toEqual(automatic('transfer', notice, 'sales'));
    const types = there
      .when(moved('support', 'bruno'))
      .events()
      .map(({ type }) => type);
    expect(types).toEqual(['TicketTransferred', 'TicketMarkedUnread']);
    expect(there.when(moved(null)).events()).toHaveLength(1);
  });
});

test('a look at a conversation is written down each time, and changes nothing of it', () => {
  const peek = { type: 'PeekTicket', data: { userId: 'root' } } as const;
  const there = givenTicket(opened(), accepted());
  expect(there.when(peek).events()).toEqual([
    { type: 'TicketPeeked', data: { ticketId: 't1', userId: 'root' } },
  ]);
  expect(
    givenTicket(opened(), accepted(), {
      type: 'TicketPeeked',
      data: { ticketId: 't1', userId: 'root' },
    }).state(),
  ).toEqual(there.state());
  expect(there.when(peek, { scope: sales }).refusal().code).toBe('ERR_NO_PERMISSION');
});

describe('closing what is quiet', () => {
  // `given` puts its events a minute apart, from 12:00; the command comes a minute after the last.
  const quiet = (quietSince: string) => ({ type: 'CloseQuietTicket', data: { quietSince } }) as const;
  const noon = '2026-11-02T12:00:00.000Z';
  const evening = '2026-11-02T20:00:00.000Z';

  test('an open ticket nobody wrote in is resolved by itself', () => {
    expect(givenTicket(opened(), accepted(), received()).when(quiet(evening)).events()).toMatchObject([
      { type: 'TicketResolved', data: { before: withAna, reason: 'auto' } },
    ]);
  });
  test('a message of either side, an acceptance or a transfer since then keeps it open', () => {
    expect(givenTicket(opened(), accepted()).when(quiet(noon)).events()).toEqual([]);
    expect(givenTicket(opened(), accepted(), received()).when(quiet(noon)).events()).toEqual([]);
    expect(givenTicket(opened(), accepted(), queued()).when(quiet(noon)).events()).toEqual([]);
  });
  test('who still waits for an agent is never closed; what is closed stays as it is', () => {
    expect(givenTicket(opened(), received()).when(quiet(evening)).events()).toEqual([]);
    expect(givenTicket(opened(), accepted(), resolved).when(quiet(evening)).events()).toEqual([]);
  });
});
