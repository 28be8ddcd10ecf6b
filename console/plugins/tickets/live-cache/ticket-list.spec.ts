import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../contract/changes.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { aTicket, aViewer } from '../ticket/fixtures.ts';
import type { TicketFilter } from './filter.ts';
import { applyTicketChange, byWait, flatten, nextPage, PAGE_SIZE, type TicketPages } from './ticket-list.ts';

const ana = aViewer();
const pending: TicketFilter = { status: 'pending', showAll: false, queueIds: [] };
const pages = (...tickets: TicketView[][]): TicketPages => ({
  pages: tickets.map((page, index) => ({ tickets: page, hasMore: index < tickets.length - 1 })),
  pageParams: tickets.map((_, index) => index + 1),
});
const change = (document: TicketView, action = 'update'): Change<TicketView> => ({
  channel: 'company-1-ticket',
  action,
  id: document.id,
  document,
  position: document.position,
});
const ids = (data: TicketPages | undefined) => flatten(data).map((ticket) => ticket.id);
const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;

describe('a ticket list after a change', () => {
  const held = pages([
    aTicket({ id: 'a', updatedAt: at(9), position: 20 }),
    aTicket({ id: 'b', updatedAt: at(5), position: 10 }),
  ]);

  it('puts a new ticket where its time belongs', () => {
    expect(
      ids(
        applyTicketChange(held, change(aTicket({ id: 'n', updatedAt: at(7), position: 30 })), pending, ana),
      ),
    ).toEqual(['a', 'n', 'b']);
  });
  it('takes a ticket out when its status no longer matches', () => {
    const accepted = aTicket({ id: 'a', status: 'open', userId: 'ana', position: 21 });
    expect(ids(applyTicketChange(held, change(accepted), pending, ana))).toEqual(['b']);
  });
  it('takes a ticket out when it moved to a queue the viewer has not', () => {
    expect(
      ids(applyTicketChange(held, change(aTicket({ id: 'a', queueId: 'q2', position: 21 })), pending, ana)),
    ).toEqual(['b']);
  });
  it('ignores a ticket of a queue that is not selected', () => {
    const admin = aViewer({ userId: 'adm', profile: 'admin', queueIds: [] });
    const filter = { ...pending, queueIds: ['q1'] };
    expect(
      applyTicketChange(held, change(aTicket({ id: 'n', queueId: 'q2', position: 30 })), filter, admin),
    ).toBe(held);
  });
  it("hides a colleague's open ticket unless all are shown", () => {
    const open: TicketFilter = { status: 'open', showAll: false, queueIds: [] };
    const supervisor = aViewer({ profile: 'supervisor' });
    const theirs = aTicket({ id: 'n', status: 'open', userId: 'bruno', position: 30, updatedAt: at(8) });
    expect(applyTicketChange(held, change(theirs), open, ana)).toBe(held);
    expect(ids(applyTicketChange(held, change(theirs), { ...open, showAll: true }, supervisor))).toEqual([
      'a',
      'n',
      'b',
    ]);
  });
  it('drops a document older than the one held', () => {
    expect(
      applyTicketChange(held, change(aTicket({ id: 'a', status: 'closed', position: 19 })), pending, ana),
    ).toBe(held);
  });
  it('moves a ticket to the top when a message arrived, and leaves it in place otherwise', () => {
    const read = aTicket({ id: 'b', unreadMessages: 0, updatedAt: at(5), position: 40 });
    expect(ids(applyTicketChange(held, change(read), pending, ana))).toEqual(['a', 'b']);
    const preview = { ...aTicket().preview!, id: 'm2', body: 'E aí?' };
    const written = aTicket({ id: 'b', preview, updatedAt: at(12), position: 41 });
    expect(ids(applyTicketChange(held, change(written), pending, ana))).toEqual(['b', 'a']);
  });
  it('removes on delete and resets the count on updateUnread', () => {
    const gone = { channel: 'x', action: 'delete', id: 'a', position: 50 };
    expect(ids(applyTicketChange(held, gone, pending, ana))).toEqual(['b']);
    const reset = { channel: 'x', action: 'updateUnread', id: 'a', position: 50 };
    expect(flatten(applyTicketChange(held, reset, pending, ana))[0]?.unreadMessages).toBe(0);
  });
  it('keeps the delete of an older life of the ticket from removing a newer document', () => {
    expect(
      applyTicketChange(held, { channel: 'x', action: 'delete', id: 'a', position: 3 }, pending, ana),
    ).toBe(held);
  });
  it('adds what comes to be found by a field or by whose it is, and takes it away again', () => {
    const tags = { showAll: true, queueIds: [], tagIds: ['vip'] };
    const tagged = { id: 'n', updatedAt: at(7), tags: [{ id: 'vip', name: 'VIP', color: '#fff' }] };
    const plain = aTicket({ ...tagged, tags: [], position: 30 });
    const admin = aViewer({ profile: 'admin' });
    const empty = pages([]);
    expect(applyTicketChange(empty, change(plain), tags, admin)).toBe(empty);
    const gained = applyTicketChange(empty, change(aTicket({ ...tagged, position: 31 })), tags, admin);
    expect(ids(gained)).toEqual(['n']);
    expect(ids(applyTicketChange(gained, change({ ...plain, position: 32 }), tags, admin))).toEqual([]);
    const users = { showAll: true, queueIds: [], userIds: ['bia'] };
    const hers = aTicket({ id: 'h', status: 'open', userId: 'bia', position: 30 });
    expect(ids(applyTicketChange(empty, change(hers), users, admin))).toEqual(['h']);
  });
  it('never adds to a search, and leaves what is older than the last loaded page to that page', () => {
    const search = { showAll: false, queueIds: [], search: 'marina' };
    expect(applyTicketChange(held, change(aTicket({ id: 'n', position: 30 })), search, ana)).toBe(held);
    const partial = { ...held, pages: held.pages.map((page) => ({ ...page, hasMore: true })) };
    const old = aTicket({ id: 'n', updatedAt: at(1), position: 30 });
    expect(ids(applyTicketChange(partial, change(old), pending, ana))).toEqual(['a', 'b']);
  });
  it('fills an empty list', () => {
    expect(
      ids(applyTicketChange(pages([]), change(aTicket({ id: 'n', position: 1 })), pending, ana)),
    ).toEqual(['n']);
  });
  it("shows only the contact's own tickets in a contact's history", () => {
    const filter: TicketFilter = { showAll: true, queueIds: [], contactId: 'c1' };
    expect(
      applyTicketChange(held, change(aTicket({ id: 'n', contactId: 'c2', position: 30 })), filter, ana),
    ).toBe(held);
  });
});

describe('the page to ask for next', () => {
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => aTicket({ id: `t${from + index}` }));
  it('is the following one when nothing moved', () => {
    expect(nextPage([{ tickets: many(0, PAGE_SIZE), hasMore: true }])).toBe(2);
  });
  it('is the same page again when live changes took tickets out, so that none is skipped', () => {
    expect(nextPage([{ tickets: many(0, PAGE_SIZE - 5), hasMore: true }])).toBe(1);
  });
  it('is none after the last', () => {
    expect(nextPage([{ tickets: many(0, 3), hasMore: false }])).toBeUndefined();
  });
});

describe('the list of those who wait, the longest first', () => {
  it('is made of a list by the last change: behind who waits stands who waits for no answer', () => {
    const tickets = [
      aTicket({ id: 'answered', updatedAt: at(9), waitingSince: null }),
      aTicket({ id: 'short', updatedAt: at(8), waitingSince: at(8) }),
      aTicket({ id: 'long', updatedAt: at(7), waitingSince: at(1) }),
      aTicket({ id: 'old', updatedAt: at(2), waitingSince: null }),
    ];
    expect(byWait(tickets).map(({ id }) => id)).toEqual(['long', 'short', 'answered', 'old']);
  });
  const waiting = { status: 'pending', showAll: false, queueIds: [], order: 'waiting' } as const;
  const since = (id: string, minute: number, over: Partial<TicketView> = {}) =>
    aTicket({ id, waitingSince: `2026-11-21T10:${minute}:00.000Z`, ...over });
  const held = () => ({
    pages: [{ tickets: [since('t1', 10), since('t2', 20)], hasMore: false }],
    pageParams: [1],
  });
  const placed = (document: TicketView) =>
    flatten(
      applyTicketChange(
        held(),
        { channel: 'x', action: 'update', id: document.id, document, position: document.position },
        waiting,
        ana,
      ),
    ).map(({ id }) => id);

  it('a newcomer stands behind those who came before', () => {
    expect(placed(since('t3', 15))).toEqual(['t1', 't3', 't2']);
    expect(placed(since('t3', 30))).toEqual(['t1', 't2', 't3']);
  });

  it('a further message of somebody who waits moves nobody', () => {
    expect(placed(since('t1', 10, { position: 11, updatedAt: '2026-11-21T11:00:00.000Z' }))).toEqual([
      't1',
      't2',
    ]);
  });

  it('who was answered, or accepted, waits no longer', () => {
    expect(placed(since('t1', 10, { position: 11, waitingSince: null }))).toEqual(['t2']);
    expect(placed(since('t1', 10, { position: 11, status: 'open', userId: 'u1' }))).toEqual(['t2']);
  });

  it('whose wait began anew goes to its new place', () => {
    expect(placed(since('t1', 25, { position: 11 }))).toEqual(['t2', 't1']);
  });
});
