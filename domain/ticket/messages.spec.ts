import { describe, expect, test } from 'vitest';
import type { QueueScope } from '../access/queue-scope.ts';
import type { TicketCommandOf } from './commands.ts';
import type { TicketEvent } from './events.ts';
import {
  accepted,
  acknowledged,
  failed,
  givenTicket,
  incoming,
  opened,
  queued,
  received,
  resolved,
  sent,
  withAna,
} from './fixtures.ts';
import type { MessageFacts } from './messages.ts';
import { findMessage, lastThousand, noMessages, unsettledChanges, writeMessage } from './messages.ts';

const ana = { actor: { kind: 'user', id: 'ana' } } as const;
const send = (more: Partial<TicketCommandOf<'SendMessage'>['data']> = {}) =>
  ({
    type: 'SendMessage',
    data: { messageId: 'm1', mayRepeat: true, body: 'olá', mediaType: 'chat', ...more },
  }) as const;
const edit = (body: string, byContact = false, messageId = 'm1') =>
  ({ type: 'EditMessage', data: { messageId, body, byContact } }) as const;
const remove = (byContact = false, messageId = 'm1') =>
  ({ type: 'DeleteMessage', data: { messageId, byContact } }) as const;
const ack = (value: number, ...messageIds: string[]) =>
  ({ type: 'AcknowledgeMessages', data: { messageIds, ack: value } }) as const;
const receive = (message = incoming()) =>
  ({
    type: 'ReceiveMessage',
    data: { message, claim: 'claim-c1_x', since: 0, claimRevision: 0 },
  }) as const;
const types = (events: readonly TicketEvent[]) => events.map(({ type }) => type);
const open = [opened(), accepted()];

describe('sending', () => {
  test('queues the message of the agent who writes', () => {
    expect(
      givenTicket(...open)
        .when(send(), ana)
        .events(),
    ).toEqual([queued()]);
  });
  test('needs an open ticket; automatic messages also go out while it is pending', () => {
    expect(givenTicket(opened()).when(send(), ana).refusal().code).toBe('ERR_TICKET_NOT_OPEN');
    const automatic = send({ automatic: 'greeting' });
    expect(givenTicket(opened()).when(automatic, ana).events()[0]?.data).toMatchObject({ userId: null });
    expect(
      givenTicket(...open, resolved)
        .when(automatic)
        .refusal().code,
    ).toBe('ERR_TICKET_NOT_OPEN');
  });
  test('one that was to go out before the ticket closed does not after it was reopened', () => {
    const before = send({ automatic: 'schedule', claimRevision: 0 });
    const reopened: TicketEvent = {
      type: 'TicketReopened',
      data: { ticketId: 't1', userId: 'ana', status: 'open', claimRevision: 1, before: withAna },
    };
    const again = givenTicket(...open, resolved, reopened);
    expect(
      givenTicket(...open)
        .when(before)
        .events(),
    ).toHaveLength(1);
    expect(again.when(before).refusal().code).toBe('ERR_TICKET_NOT_OPEN');
    expect(again.when(send({ claimRevision: 1 }), ana).events()).toHaveLength(1);
  });
  test('the same message again is the same message, also after the ticket closed', () => {
    expect(
      givenTicket(...open, queued(), resolved)
        .when(send(), ana)
        .events(),
    ).toEqual([]);
  });
  test('blank text is refused, unless a file comes with it', () => {
    expect(
      givenTicket(...open)
        .when(send({ body: ' \n' }))
        .refusal().errors,
    ).toEqual({ body: 'required' });
    const media = { id: 'f', name: 'a.png', mime: 'image/png', size: 3 };
    expect(
      givenTicket(...open)
        .when(send({ body: '', media }))
        .events(),
    ).toHaveLength(1);
  });
  test('is for those who may act on the ticket', () => {
    const scope: QueueScope = { userId: 'bruno', queueIds: ['sales'], noQueue: true };
    expect(
      givenTicket(...open)
        .when(send(), { scope })
        .refusal().code,
    ).toBe('ERR_NO_PERMISSION');
  });
});

describe('what became of a message', () => {
  const recordSent = {
    type: 'RecordSent',
    data: { messageId: 'm1', externalId: 'x-m1' },
  } as const;
  const recordFailed = {
    type: 'RecordFailed',
    data: { messageId: 'm1', code: 'ERR_SENDING_WAPP_MSG', reason: 'offline' },
  } as const;
  const retry = { type: 'RetryMessage', data: { messageId: 'm1' } } as const;

  test('sent is recorded once', () => {
    expect(
      givenTicket(...open, queued())
        .when(recordSent)
        .events(),
    ).toEqual([sent()]);
    expect(
      givenTicket(...open, queued(), sent())
        .when(recordSent)
        .events(),
    ).toEqual([]);
  });
  test('that it waits its turn is recorded, again only for another reason or another minute, and not once it is sent', () => {
    const hold = (until: string, reason: 'newContacts' | 'network' = 'newContacts') =>
      ({
        type: 'RecordHeld',
        data: { messageId: 'm1', until: `2026-11-02T12:${until}.000Z`, reason },
      }) as const;
    const waits = givenTicket(...open, queued());
    const [held] = waits.when(hold('05:00')).events();
    expect(held).toEqual({
      type: 'MessageHeld',
      data: { ticketId: 't1', messageId: 'm1', until: '2026-11-02T12:05:00.000Z', reason: 'newContacts' },
    });
    const still = givenTicket(...open, queued(), held!);
    expect(still.when(hold('05:40')).events()).toEqual([]);
    expect(still.when(hold('07:00')).events()).toHaveLength(1);
    expect(still.when(hold('05:00', 'network')).events()).toHaveLength(1);
    expect(
      givenTicket(...open, queued(), sent())
        .when(hold('05:00'))
        .events(),
    ).toEqual([]);
  });
  test('sent after failed is the late truth', () => {
    const late = givenTicket(...open, queued(), failed());
    expect(late.when(recordSent).events()).toEqual([sent()]);
    expect(
      givenTicket(...open, queued(), failed(), sent())
        .when(retry)
        .events(),
    ).toEqual([]);
  });
  test('a receipt implies sent: what failed afterwards did not', () => {
    expect(
      givenTicket(...open, queued(), acknowledged(3, 'm1'))
        .when(recordFailed)
        .events(),
    ).toEqual([]);
  });
  test('the messaging app’s id is still news after a receipt', () => {
    expect(
      givenTicket(...open, queued(), acknowledged(3, 'm1'))
        .when(recordSent)
        .events(),
    ).toEqual([sent()]);
  });
  test('only what is unsent can fail, once', () => {
    expect(
      givenTicket(...open, queued())
        .when(recordFailed)
        .events(),
    ).toEqual([failed()]);
    expect(
      givenTicket(...open, queued(), failed())
        .when(recordFailed)
        .events(),
    ).toEqual([]);
    expect(
      givenTicket(...open, queued(), sent())
        .when(recordFailed)
        .events(),
    ).toEqual([]);
  });
  test('only what failed is retried, in an open ticket', () => {
    expect(
      types(
        givenTicket(...open, queued(), failed())
          .when(retry)
          .events(),
      ),
    ).toEqual(['MessageRetried']);
    expect(
      givenTicket(...open, queued())
        .when(retry)
        .events(),
    ).toEqual([]);
    expect(
      givenTicket(...open, queued(), failed(), resolved)
        .when(retry)
        .refusal().code,
    ).toBe('ERR_TICKET_NOT_OPEN');
  });
  test('outcomes of a closed ticket are recorded too', () => {
    expect(
      givenTicket(...open, queued(), resolved)
        .when(recordSent)
        .events(),
    ).toEqual([sent()]);
    expect(
      givenTicket(...open, queued(), resolved)
        .when(recordFailed)
        .events(),
    ).toEqual([failed()]);
  });
  test('acknowledgements only grow, and name only those that grow', () => {
    const two = givenTicket(...open, queued(), queued('m2'), acknowledged(4, 'm1'));
    expect(two.when(ack(3, 'm1', 'm2', 'm2')).events()).toEqual([acknowledged(3, 'm2')]);
    expect(two.when(ack(2, 'm1')).events()).toEqual([]);
    expect(two.when(ack(0, 'm2')).events()).toEqual([]);
    expect(two.when(ack(6, 'm2')).refusal().errors).toEqual({ ack: 'invalid' });
    expect(two.when(ack(3, 'unknown')).refusal().code).toBe('ERR_NO_MESSAGE_FOUND');
    expect(two.when(ack(3, 'unknown', 'm2')).events()).toEqual([acknowledged(3, 'm2')]);
  });
  test('a carried-out edit is settled once', () => {
    const settle = (revision: number) =>
      ({ type: 'SettleChange', data: { messageId: 'm1', change: 'edit', revision } }) as const;
    const events = givenTicket(...open, queued(), sent())
      .when(settle(4))
      .events();
    expect(types(events)).toEqual(['MessageChangeSettled']);
    const settled = givenTicket(...open, queued(), sent(), ...events);
    expect(settled.when(settle(4)).events()).toEqual([]);
    expect(settled.when(settle(6)).events()).toHaveLength(1);
  });
});

describe('editing and deleting', () => {
  test('an agent edits a message of the company, and the event says what it was', () => {
    const [event] = givenTicket(...open, queued())
      .when(edit('olá!'))
      .events();
    expect(event?.data).toMatchObject({ body: 'olá!', beforeBody: 'olá', byContact: false });
    expect(
      givenTicket(...open, queued(), event!)
        .when(edit('tchau'))
        .events()[0]?.data,
    ).toMatchObject({
      beforeBody: 'olá!',
    });
  });
  test('an edit to the same text changes nothing, to nothing is refused', () => {
    expect(
      givenTicket(...open, queued())
        .when(edit('olá'))
        .events(),
    ).toEqual([]);
    expect(
      givenTicket(...open, queued())
        .when(edit(' '))
        .refusal().errors,
    ).toEqual({ body: 'required' });
  });
  test('an agent edits nothing to a text of which nothing is seen; on the phone that has happened', () => {
    const there = givenTicket(...open, queued());
    expect(there.when(edit('\u2060')).refusal().errors).toEqual({ body: 'required' });
    expect(types(there.when(edit('\u2060', true)).events())).toEqual(['MessageEdited']);
  });
  test('an agent may not touch what the contact wrote; the contact may, also later', () => {
    const closed = givenTicket(...open, received('m1'), resolved);
    const there = givenTicket(...open, received('m1'));
    expect(there.when(edit('x')).refusal().code).toBe('ERR_NO_PERMISSION');
    expect(there.when(remove()).refusal().code).toBe('ERR_NO_PERMISSION');
    expect(types(closed.when(edit('x', true)).events())).toEqual(['MessageEdited']);
    expect(types(closed.when(remove(true)).events())).toEqual(['MessageDeleted']);
  });
  test('a contact touches neither what the company wrote nor what another contact did', () => {
    const by = (id: string) => ({ actor: { kind: 'contact', id } }) as const;
    const ours = givenTicket(...open, queued());
    const theirs = givenTicket(...open, received('m1'));
    const contactId = 'carla';
    for (const command of [edit('x', true), remove(true)]) {
      expect(ours.when(command, by(contactId)).refusal().code).toBe('ERR_NO_PERMISSION');
      expect(theirs.when(command, by('another')).refusal().code).toBe('ERR_NO_PERMISSION');
      expect(theirs.when(command, by(contactId)).events()).toHaveLength(1);
    }
  });
  test('an agent needs the ticket open', () => {
    const closed = givenTicket(...open, queued(), resolved);
    expect(closed.when(edit('x')).refusal().code).toBe('ERR_TICKET_NOT_OPEN');
    expect(closed.when(remove()).refusal().code).toBe('ERR_TICKET_NOT_OPEN');
  });
  test('a deleted message is deleted once and edited no more', () => {
    const events = givenTicket(...open, queued())
      .when(remove())
      .events();
    const gone = givenTicket(...open, queued(), ...events);
    expect(gone.when(remove()).events()).toEqual([]);
    expect(gone.when(edit('x')).refusal().code).toBe('ERR_NO_MESSAGE_FOUND');
  });
});

describe('receiving', () => {
  test('a duplicate, and the echo of what we sent, are no new messages', () => {
    expect(givenTicket(opened(), received()).when(receive()).events()).toEqual([]);
    const echo = incoming('echo', { externalId: 'x-m1', fromMe: true });
    expect(
      givenTicket(...open, queued(), sent())
        .when(receive(echo))
        .events(),
    ).toEqual([]);
  });
  test('what was written on the company’s own phone appears as the company’s', () => {
    const [event] = givenTicket(...open)
      .when(receive(incoming('p1', { fromMe: true })))
      .events();
    expect(event?.data).toMatchObject({ fromMe: true });
    expect(
      givenTicket(...open, event!)
        .when(edit('x', false, 'p1'))
        .events(),
    ).toHaveLength(1);
  });
  test('a quoted message is found whether we or they wrote it', () => {
    const quoted = (externalId: string) =>
      givenTicket(...open, queued(), sent())
        .when(receive(incoming('r', { quoted: { externalId, inboundId: 'derived' } })))
        .events()[0]?.data;
    expect(quoted('x-m1')).toMatchObject({ quotedId: 'm1' });
    expect(quoted('theirs')).toMatchObject({ quotedId: 'derived' });
  });
});

describe('more messages than are kept', () => {
  const minute = (n: number) => new Date(Date.parse('2026-11-02T12:00:00.000Z') + n * 60_000).toISOString();
  const many = Array.from({ length: 1100 }, (_, i) => received(`in${i}`, { sentAt: minute(i) }));
  test('an old duplicate is still recognised, by folding the whole stream', () => {
    const old = receive(incoming('in5', { sentAt: minute(5) }));
    expect(
      givenTicket(...open, ...many)
        .when(old)
        .events(),
    ).toEqual([]);
  });
  test('a new message needs no such fold', () => {
    const fresh = receive(incoming('new', { sentAt: minute(1200) }));
    expect(
      givenTicket(...open, ...many)
        .when(fresh)
        .events(),
    ).toHaveLength(1);
  });
  test('an old message of ours is still edited and acknowledged', () => {
    const long = givenTicket(...open, queued(), ...many);
    expect(long.when(edit('x')).events()[0]?.data).toMatchObject({ beforeBody: 'olá' });
    expect(long.when(ack(3, 'm1')).events()).toEqual([acknowledged(3, 'm1')]);
  });
});

test('states of one fold share their messages and still see only what was written before them', () => {
  const facts: MessageFacts = {
    ...({ fromMe: true, status: 'queued' } as const),
    ack: 0,
    deleted: false,
    externalId: null,
    settled: unsettledChanges,
    body: null,
    sentAt: '',
    at: '',
  };
  const first = writeMessage(noMessages(lastThousand), 'a', facts);
  const second = writeMessage(first, 'a', { ...facts, ack: 3 });
  const branch = writeMessage(first, 'b', facts);
  expect(second.shared).toBe(first.shared);
  expect(findMessage(first, 'a')?.ack).toBe(0);
  expect(findMessage(second, 'a')?.ack).toBe(3);
  expect(findMessage(second, 'b')).toBeUndefined();
  expect(findMessage(branch, 'a')?.ack).toBe(0);
  expect(findMessage(branch, 'b')).toBeDefined();
});
