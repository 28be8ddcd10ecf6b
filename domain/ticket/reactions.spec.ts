import { describe, expect, test } from 'vitest';
import type { TicketCommandOf } from './commands.ts';
import type { TicketEvent } from './events.ts';
import type { MessageExtra } from './extra.ts';
import {
  accepted,
  failed,
  givenTicket,
  incoming,
  opened,
  queued,
  received,
  resolved,
  sent,
} from './fixtures.ts';

const ana = { actor: { kind: 'user', id: 'ana' } } as const;
const carla = { actor: { kind: 'contact', id: 'carla' } } as const;
const phone = { actor: { kind: 'system', id: 'phone' } } as const;
const early = '2026-11-02T11:00:00.000Z';
const noon = '2026-11-02T12:00:00.000Z';
const late = '2026-11-02T13:00:00.000Z';
const react = (emoji: string, messageId = 'in1') =>
  ({ type: 'ReactToMessage', data: { messageId, emoji, fromMe: true, byContact: false } }) as const;
const theirs = (
  emoji: string,
  more: Partial<TicketCommandOf<'ReactToMessage'>['data']> = {},
  messageId = 'm1',
) =>
  ({
    type: 'ReactToMessage',
    data: { messageId, emoji, fromMe: false, byContact: true, sentAt: noon, ...more },
  }) as const;
type Reacted = Extract<TicketEvent, { type: 'MessageReacted' }>['data'];
const reacted = (emoji: string, more: Partial<Reacted> = {}): TicketEvent => ({
  type: 'MessageReacted',
  data: {
    ticketId: 't1',
    messageId: 'in1',
    contactId: 'carla',
    connectionId: 'phone',
    emoji,
    fromMe: true,
    byContact: false,
    sentAt: noon,
    ...more,
  },
});
const open = [opened(), accepted(), received('in1'), queued('m1'), sent('m1')];

describe('a reaction of an agent', () => {
  test('is the company’s, to a message of either side', () => {
    const outcome = (id: string) =>
      givenTicket(...open)
        .when(react('👍', id), ana)
        .events();
    expect(outcome('in1')).toMatchObject([
      { type: 'MessageReacted', data: { messageId: 'in1', emoji: '👍', fromMe: true, byContact: false } },
    ]);
    expect(outcome('m1')).toHaveLength(1);
  });
  test('takes the place of the one before, and is taken back; said again it is nothing', () => {
    const given = givenTicket(...open, reacted('👍'));
    expect(given.when(react('👍'), ana).events()).toEqual([]);
    expect(given.when(react('❤️'), ana).events()).toMatchObject([{ data: { emoji: '❤️' } }]);
    expect(given.when(react(''), ana).events()).toMatchObject([{ data: { emoji: '' } }]);
    expect(
      givenTicket(...open)
        .when(react(''), ana)
        .events(),
    ).toEqual([]);
  });
  test('is the latest even where the phone’s clock is ahead', () => {
    const given = givenTicket(
      ...open,
      reacted('👍', { byContact: true, sentAt: '2031-01-01T00:00:00.000Z' }),
    );
    expect(given.when(react('❤️'), ana).events()).toMatchObject([
      { data: { emoji: '❤️', sentAt: '2031-01-01T00:00:00.000Z' } },
    ]);
  });
  test('wants an open ticket, a message that was not deleted and did not fail, and one emoji', () => {
    const refusal = (events: readonly TicketEvent[], command = react('👍', 'm1')) =>
      givenTicket(...events)
        .when(command, ana)
        .refusal().code;
    expect(refusal([...open, resolved])).toBe('ERR_TICKET_NOT_OPEN');
    expect(refusal([opened(), accepted(), queued('m1'), failed('m1')])).toBe('ERR_TICKET_STATE');
    expect(refusal(open, react('👍', 'nobody'))).toBe('ERR_NO_MESSAGE_FOUND');
    expect(refusal(open, react('oi'))).toBe('ERR_VALIDATION');
    expect(refusal(open, react('👍👍'))).toBe('ERR_VALIDATION');
  });
  test('that did not reach the messaging app may be asked for again', () => {
    const failure = { code: 'ERR_SENDING_WAPP_MSG', reason: 'no' };
    const given = [...open, reacted('👍')];
    const settle = { type: 'SettleReaction', data: { messageId: 'in1', revision: 5, failure } } as const;
    const settled = givenTicket(...given)
      .when(settle)
      .events();
    expect(settled).toEqual([
      { type: 'MessageReactionSettled', data: { ticketId: 't1', messageId: 'in1', revision: 5, failure } },
    ]);
    const after = givenTicket(...given, ...settled);
    expect(after.when(settle).events()).toEqual([]);
    expect(after.when(react('👍'), ana).events()).toMatchObject([{ data: { emoji: '👍' } }]);
  });
});

describe('a reaction on the messaging app', () => {
  test('is recorded whatever became of the ticket, and opens nothing', () => {
    expect(
      givenTicket(...open, resolved)
        .when(theirs('❤️'), carla)
        .events(),
    ).toMatchObject([
      { type: 'MessageReacted', data: { emoji: '❤️', fromMe: false, byContact: true, sentAt: noon } },
    ]);
  });
  test('of the company’s phone takes the place of an agent’s', () => {
    expect(
      givenTicket(...open, reacted('👍', { sentAt: early }))
        .when(theirs('😮', { fromMe: true }, 'in1'), phone)
        .events(),
    ).toMatchObject([{ data: { emoji: '😮', fromMe: true, byContact: true } }]);
  });
  test('that comes late does not take the place of a later one', () => {
    const given = givenTicket(
      ...open,
      reacted('❤️', { messageId: 'm1', fromMe: false, byContact: true, sentAt: late }),
    );
    expect(given.when(theirs('👍'), carla).events()).toEqual([]);
  });
  test('in a group is one of each member', () => {
    const bia = { name: 'Bia', number: '5511955500143' };
    const group = givenTicket(
      ...open,
      reacted('👍', { messageId: 'm1', fromMe: false, byContact: true, participant: bia }),
    );
    const caio = { name: 'Caio', number: '5511955500144' };
    expect(group.when(theirs('👍', { participant: caio }), carla).events()).toHaveLength(1);
    expect(group.when(theirs('👍', { participant: bia }), carla).events()).toEqual([]);
  });
  test('is nobody’s who is not of the conversation, and never the company’s in a contact’s name', () => {
    const given = givenTicket(...open);
    const other = { actor: { kind: 'contact', id: 'bia' } } as const;
    expect(given.when(theirs('👍'), other).refusal().code).toBe('ERR_NO_PERMISSION');
    expect(given.when(theirs('👍', { fromMe: true }), carla).refusal().code).toBe('ERR_NO_PERMISSION');
  });
  test('of more members than a group has is left out', () => {
    const many = Array.from({ length: 1_024 }, (_, n) =>
      reacted('👍', {
        messageId: 'm1',
        fromMe: false,
        byContact: true,
        participant: { name: '', number: String(n) },
      }),
    );
    const one = theirs('👍', { participant: { name: '', number: 'x' } });
    expect(
      givenTicket(...open, ...many)
        .when(one, carla)
        .events(),
    ).toEqual([]);
  });
});

describe('a vote in a poll', () => {
  const poll: MessageExtra = { poll: { options: ['10h', '14h'], choices: 1 } };
  const given = [opened(), received('in1', { extra: poll })];
  const vote = (choices: readonly number[], sentAt = noon) =>
    ({ type: 'RecordVote', data: { messageId: 'in1', choices, fromMe: false, sentAt } }) as const;

  test('is kept by the options’ places, each once, those that are there', () => {
    expect(
      givenTicket(...given)
        .when(vote([7, 1, 1, 0]), carla)
        .events(),
    ).toMatchObject([{ type: 'PollVoted', data: { choices: [0, 1], fromMe: false } }]);
  });
  test('takes the place of the one before unless it is older; none takes it back', () => {
    const [first] = givenTicket(...given)
      .when(vote([0]), carla)
      .events();
    const after = givenTicket(...given, first!);
    expect(after.when(vote([0], late), carla).events()).toEqual([]);
    expect(after.when(vote([1], early), carla).events()).toEqual([]);
    expect(after.when(vote([], late), carla).events()).toMatchObject([{ data: { choices: [] } }]);
  });
  test('in what is no poll is refused', () => {
    expect(
      givenTicket(...open)
        .when(vote([0]), carla)
        .refusal().code,
    ).toBe('ERR_NO_MESSAGE_FOUND');
  });
});

describe('a message that could not be read', () => {
  const unread = received('in1', { body: '', extra: { unreadable: { cause: 'undecryptable' } } });
  const receive = (message = incoming('in1', { body: 'agora sim' })) =>
    ({ type: 'ReceiveMessage', data: { message, claim: 'claim-c1_x', since: 0, claimRevision: 0 } }) as const;

  test('is replaced by what comes again under its id, once', () => {
    const [recovered] = givenTicket(opened(), unread).when(receive(), carla).events();
    expect(recovered).toEqual({
      type: 'MessageRecovered',
      data: {
        ticketId: 't1',
        messageId: 'in1',
        contactId: 'carla',
        connectionId: 'phone',
        body: 'agora sim',
        mediaType: 'chat',
      },
    });
    expect(
      givenTicket(opened(), unread, recovered!)
        .when(receive(incoming('in1', { body: 'e agora' })), carla)
        .events(),
    ).toEqual([]);
  });
  test('stays when it comes again as unreadable as it was, or from the other side', () => {
    const given = givenTicket(opened(), unread);
    const again = incoming('in1', { extra: { unreadable: { cause: 'undecryptable' } } });
    expect(given.when(receive(again), carla).events()).toEqual([]);
    expect(given.when(receive(incoming('in1', { fromMe: true })), phone).events()).toEqual([]);
  });
  test('is replaced where it is when its ticket has closed since', () => {
    const recover = { type: 'RecoverMessage', data: { message: incoming('in1', { body: 'sim' }) } } as const;
    expect(givenTicket(opened(), unread, accepted(), resolved).when(recover, carla).events()).toMatchObject([
      { type: 'MessageRecovered', data: { body: 'sim' } },
    ]);
    expect(givenTicket(opened(), received('in1')).when(recover, carla).events()).toEqual([]);
  });
});
