import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../contract/changes.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { aTicket, aViewer } from '../ticket/fixtures.ts';
import { applyCounts } from './counts.ts';
import type { TicketFilter } from './filter.ts';

const ana = aViewer();
const filter: TicketFilter = { showAll: false, queueIds: [] };
const counts = { open: 7, pending: 12 };
const change = (document: TicketView, action = 'update'): Change<TicketView> => ({
  channel: 'x',
  action,
  id: document.id,
  document,
  position: document.position,
});

describe('the counts after a change', () => {
  it('count a new pending ticket', () => {
    expect(applyCounts(counts, change(aTicket(), 'create'), undefined, filter, ana)).toEqual({
      open: 7,
      pending: 13,
    });
  });
  it('move a ticket from one half to the other when it is accepted', () => {
    const after = aTicket({ status: 'open', userId: 'ana', position: 11 });
    expect(applyCounts(counts, change(after), aTicket(), filter, ana)).toEqual({ open: 8, pending: 11 });
  });
  it('forget a ticket that a colleague accepted', () => {
    const after = aTicket({ status: 'open', userId: 'bruno', position: 11 });
    expect(applyCounts(counts, change(after), aTicket(), filter, ana)).toEqual({ open: 7, pending: 11 });
  });
  it('stay the same object when the halves stay the same or the document is older', () => {
    expect(
      applyCounts(counts, change(aTicket({ unreadMessages: 3, position: 11 })), aTicket(), filter, ana),
    ).toBe(counts);
    expect(
      applyCounts(counts, change(aTicket({ status: 'closed', position: 9 })), aTicket(), filter, ana),
    ).toBe(counts);
  });
  it('are unknown when nobody held the ticket before', () => {
    expect(applyCounts(counts, change(aTicket({ status: 'closed' })), undefined, filter, ana)).toBe(
      'unknown',
    );
    expect(
      applyCounts(counts, { channel: 'x', action: 'delete', id: 't9', position: 3 }, undefined, filter, ana),
    ).toBe('unknown');
  });
  it('never fall below nothing', () => {
    const gone = { channel: 'x', action: 'delete', id: 't1', position: 20 };
    expect(applyCounts({ open: 0, pending: 0 }, gone, aTicket(), filter, ana)).toEqual({
      open: 0,
      pending: 0,
    });
  });
});
