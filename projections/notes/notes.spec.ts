import { describe, expect, it } from 'vitest';
import { documentsAfter, event, instant, recorded, type Written } from '../../testing/projections.ts';
import { foldTicket } from '../tickets/fold-ticket.ts';
import { tickets } from '../tickets/tickets.ts';
import type { NoteDocument } from './document.ts';
import { notes } from './notes.ts';

const added: Written = {
  type: 'TicketNoteAdded',
  data: { ticketId: 't1', noteId: 'n1', contactId: 'k1', userId: 'u1', note: 'paga no dia 5' },
};
const gone: Written = { type: 'TicketNoteDeleted', data: { ticketId: 't1', noteId: 'n1' } };
const noteAfter = async (...written: Written[]) =>
  (await documentsAfter([notes], written)).get('notes')?.get('n1') as NoteDocument | undefined;

describe('the notes read model', () => {
  it('shows a note where it was written', async () => {
    expect(await noteAfter(event.opened(), added)).toEqual({
      id: 'n1',
      companyId: 'c1',
      position: 2,
      ticketId: 't1',
      contactId: 'k1',
      userId: 'u1',
      note: 'paga no dia 5',
      isDeleted: false,
      order: 2,
      createdAt: instant(2),
    });
  });
  it('forgets the text of one that was deleted', async () => {
    const note = await noteAfter(event.opened(), added, gone);
    expect(note).toMatchObject({ isDeleted: true, note: '' });
    expect(JSON.stringify(note)).not.toContain('dia 5');
  });
  it('goes with its ticket', async () => {
    const before = { status: 'open', queueId: null, userId: null };
    const removed: Written = { type: 'TicketDeleted', data: { ticketId: 't1', before } };
    expect(await noteAfter(event.opened(), added, removed)).toBeUndefined();
  });
  it('leaves the ticket where it stands in the lists', async () => {
    const ticketAfter = async (...written: Written[]) =>
      (await documentsAfter([tickets, notes], written)).get('tickets')?.get('t1');
    const before = [event.opened(), event.received('m1')];
    expect(await ticketAfter(...before, added)).toEqual(await ticketAfter(...before));
  });
});

it('a ticket of the past has the notes of then', () => {
  const past = recorded([event.opened(), added, gone]);
  expect(foldTicket(past.slice(0, 1)).notes).toEqual([]);
  expect(foldTicket(past.slice(0, 2)).notes).toMatchObject([{ id: 'n1', note: 'paga no dia 5' }]);
  expect(foldTicket(past).notes).toEqual([]);
});
