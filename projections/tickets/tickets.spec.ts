import { describe, expect, it } from 'vitest';
import { usualFields } from '../../domain/ticket/fields/derive.ts';
import { documentsAfter, event, instant, type Written } from '../../testing/projections.ts';
import type { TicketDocument } from './document.ts';
import { tickets } from './tickets.ts';

const ticketAfter = async (...written: Written[]) =>
  (await documentsAfter([tickets], written)).get('tickets')?.get('t1') as TicketDocument | undefined;

describe('the tickets read model', () => {
  it('shows a ticket from the moment it is opened', async () => {
    expect(await ticketAfter(event.opened())).toEqual({
      id: 't1',
      companyId: 'c1',
      position: 1,
      protocol: '202601010001',
      status: 'pending',
      isGroup: false,
      contactId: 'k1',
      connectionId: 'w1',
      queueId: 'q1',
      userId: null,
      ...usualFields,
      unreadMessages: 0,
      unreadFrom: null,
      receivedUpTo: null,
      integration: null,
      chatbot: false,
      handed: null,
      lastMessage: null,
      waitingSince: null,
      previousTicketId: null,
      rating: null,
      createdAt: instant(1),
      acceptedAt: null,
      acceptedBy: null,
      closedAt: null,
      closedBy: null,
      updatedAt: instant(1),
    });
  });

  it('counts what a contact writes as unread, and since when they wait', async () => {
    const ticket = await ticketAfter(
      event.opened(),
      event.received('m1', { sentAt: '2026-01-01T00:00:01.000Z' }),
      event.received('m2', { sentAt: '2026-01-01T00:00:09.000Z' }),
    );
    expect(ticket).toMatchObject({
      unreadMessages: 2,
      waitingSince: '2026-01-01T00:00:01.000Z',
      lastMessage: { id: 'm2', body: 'body of m2', fromMe: false },
      updatedAt: instant(3),
    });
  });

  it('says where the unread messages begin, until they are read, and again when it is marked unread', async () => {
    const written = [event.opened(), event.received('m1'), event.received('m2')];
    expect(await ticketAfter(...written)).toMatchObject({ unreadMessages: 2, unreadFrom: 2 });
    const read = [...written, { type: 'TicketRead', data: { ticketId: 't1' } }];
    expect(await ticketAfter(...read)).toMatchObject({ unreadMessages: 0, unreadFrom: null });
    expect(await ticketAfter(...read, event.received('m3'))).toMatchObject({ unreadFrom: 5 });
    const unread = { type: 'TicketMarkedUnread', data: { ticketId: 't1' } };
    expect(await ticketAfter(...read, unread)).toMatchObject({ unreadMessages: 1, unreadFrom: 3 });
  });

  it('keeps what answers it until it is closed', async () => {
    const integration = { useIntegration: true, promptId: 'p1', integrationId: null };
    const set = [
      event.opened(),
      { type: 'TicketIntegrationChanged', data: { ticketId: 't1', ...integration } },
    ];
    expect(await ticketAfter(...set)).toMatchObject({ integration });
    expect(await ticketAfter(...set, event.resolved())).toMatchObject({ integration: null });
  });

  it('says that the bot speaks until it hands over or somebody takes the ticket', async () => {
    const of = (type: string, more = {}): Written => ({
      type,
      data: { ticketId: 't1', messageId: 'm1', ...more },
    });
    const shown = of('BotMenuShown', { queueId: null, optionId: null, wrong: 0 });
    const running = [event.opened(), event.received('m1'), event.transferred({ userId: null }), shown];
    const isBot = async (...more: Written[]) => (await ticketAfter(...running, ...more))?.chatbot;
    expect(await isBot()).toBe(true);
    expect(await isBot(event.received('m2'))).toBe(true);
    for (const end of [
      of('BotHandedOver', { reason: 'asked' }),
      of('BotSaidClosed'),
      event.accepted(),
      event.transferred({ userId: null }),
      event.resolved(),
      event.received('m2', { fromMe: true }),
    ])
      expect(await isBot(end), end.type).toBe(false);
  });

  it('keeps why the bot or the assistant that spoke last is done, whatever becomes of the ticket', async () => {
    const ids = { ticketId: 't1', messageId: 'm1' };
    const bot = { type: 'BotHandedOver', data: { ...ids, reason: 'wrong' } };
    const assistant = { type: 'AssistantHandedOver', data: { ...ids, reason: 'failed', failure: 'keys' } };
    const limit = { type: 'AssistantHandedOver', data: { ...ids, reason: 'limit' } };
    const loop = { type: 'AssistantHandedOver', data: { ...ids, reason: 'limit', cause: 'loop' } };
    const handover = async (...ends: Written[]) =>
      (await ticketAfter(event.opened(), event.received('m1'), ...ends))?.handover;
    expect(await handover()).toBeUndefined();
    expect(await handover(bot)).toEqual({ by: 'bot', reason: 'wrong', at: instant(3) });
    expect(await handover(bot, assistant, event.accepted())).toEqual({
      ...{ by: 'assistant', reason: 'failed', failure: 'keys' },
      at: instant(4),
    });
    expect(await handover(assistant, limit)).toEqual({ by: 'assistant', reason: 'limit', at: instant(4) });
    expect(await handover(loop)).toEqual({ by: 'assistant', reason: 'limit', cause: 'loop', at: instant(3) });
  });

  it('takes an answer for having read, an automatic text for nothing', async () => {
    const waiting = [event.opened(), event.received('m1')];
    expect(await ticketAfter(...waiting, event.queued('m2'))).toMatchObject({
      unreadMessages: 0,
      waitingSince: null,
      lastMessage: { id: 'm2', fromMe: true, ack: 0 },
    });
    expect(
      await ticketAfter(...waiting, event.queued('m2', { userId: null, automatic: 'greeting' })),
    ).toMatchObject({ unreadMessages: 1, waitingSince: '2026-01-01T00:00:00.000Z' });
    expect(await ticketAfter(...waiting, event.received('m2', { fromMe: true }))).toMatchObject({
      unreadMessages: 0,
      waitingSince: null,
    });
  });

  it('keeps waiting since the first message until somebody answers, though it was read', async () => {
    expect(await ticketAfter(event.opened(), event.received('m1'), event.read())).toMatchObject({
      unreadMessages: 0,
      waitingSince: '2026-01-01T00:00:00.000Z',
      updatedAt: instant(2),
    });
  });

  it('follows the state machine from acceptance to reopening', async () => {
    const accepted = [event.opened(), event.received('m1'), event.accepted()];
    expect(await ticketAfter(...accepted)).toMatchObject({
      status: 'open',
      userId: 'u1',
      acceptedAt: instant(3),
      acceptedBy: 'u1',
    });
    const resolved = [...accepted, event.resolved()];
    expect(await ticketAfter(...resolved)).toMatchObject({
      status: 'closed',
      queueId: 'q1',
      userId: 'u1',
      unreadMessages: 0,
      waitingSince: null,
      closedAt: instant(4),
      closedBy: 'u1',
    });
    const reopened = {
      type: 'TicketReopened',
      data: { ticketId: 't1', userId: 'u2', status: 'open', claimRevision: 3, before: {} },
    };
    expect(await ticketAfter(...resolved, reopened)).toMatchObject({
      status: 'open',
      queueId: 'q1',
      userId: 'u2',
      acceptedAt: instant(5),
      acceptedBy: 'u2',
      closedAt: null,
      closedBy: null,
    });
    expect(
      await ticketAfter(...accepted, { type: 'TicketReturned', data: { ticketId: 't1', before: {} } }),
    ).toMatchObject({ status: 'pending', userId: null, acceptedAt: null, acceptedBy: null });
    expect(await ticketAfter(...accepted, event.transferred({ connectionId: 'w2' }))).toMatchObject({
      status: 'pending',
      queueId: 'q2',
      userId: null,
      connectionId: 'w2',
    });
  });

  it('says who handed it to its user until they have seen it', async () => {
    const mine = [event.opened(), event.received('m1'), event.accepted()];
    const to = (userId: string) => event.transferred({ userId, status: 'open' });
    expect(await ticketAfter(...mine, to('u2'))).toMatchObject({ handed: { by: 'u1', at: instant(4) } });
    expect(await ticketAfter(...mine, to('u2'), event.read())).toMatchObject({ handed: null });
    expect(await ticketAfter(...mine, to('u2'), event.resolved())).toMatchObject({ handed: null });
    // Taken, not given.
    expect(await ticketAfter(...mine, to('u1'))).toMatchObject({ handed: null });
  });

  it('previews what becomes of the last message, and of no other', async () => {
    const written = [event.opened(), event.accepted(), event.queued('m1'), event.queued('m2')];
    const last = async (...more: Written[]) => (await ticketAfter(...written, ...more))?.lastMessage;
    expect(await last(event.sent('m1'))).toMatchObject({ id: 'm2', ack: 0 });
    expect(await last(event.sent('m2'))).toMatchObject({ ack: 1 });
    expect(await last(event.acknowledged(['m1', 'm2'], 4), event.acknowledged(['m2'], 3))).toMatchObject({
      ack: 4,
    });
    expect(await last(event.failed('m2'))).toMatchObject({ failed: true });
    expect(await last(event.failed('m2'), event.retried('m2'))).toMatchObject({ failed: false });
    expect(await last(event.edited('m2', 'better'))).toMatchObject({ body: 'better' });
    expect(await last(event.deletedMessage('m2'))).toMatchObject({ body: '', isDeleted: true });
  });

  it('cuts the preview at 120 characters without halving one', async () => {
    const ticket = await ticketAfter(event.opened(), event.received('m1', { body: `${'a'.repeat(119)}😀` }));
    expect(ticket?.lastMessage?.body).toBe('a'.repeat(119));
  });

  it('takes a message of a closed ticket, and ignores one of a ticket it does not know', async () => {
    expect(
      await ticketAfter(event.opened(), event.accepted(), event.resolved(), event.received('m1')),
    ).toMatchObject({ status: 'closed', unreadMessages: 1 });
    expect(await ticketAfter(event.received('m1'))).toBeUndefined();
  });

  it('forgets a deleted ticket, whatever comes after', async () => {
    expect(await ticketAfter(event.opened(), event.deletedTicket(), event.received('m1'))).toBeUndefined();
  });
});
