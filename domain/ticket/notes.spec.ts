import { describe, expect, test } from 'vitest';
import type { QueueScope } from '../access/queue-scope.ts';
import type { TicketEvent } from './events.ts';
import { accepted, deleted, givenTicket, opened, queued, resolved } from './fixtures.ts';

const ana = { actor: { kind: 'user', id: 'ana', name: 'Ana' } } as const;
const bruno = { actor: { kind: 'user', id: 'bruno', name: 'Bruno' } } as const;
const add = (note = 'liga depois das 15h') =>
  ({ type: 'AddTicketNote', data: { noteId: 'n1', note } }) as const;
const remove = (any = false) => ({ type: 'DeleteTicketNote', data: { noteId: 'n1', any } }) as const;
const added: TicketEvent = {
  type: 'TicketNoteAdded',
  data: { ticketId: 't1', noteId: 'n1', contactId: 'carla', userId: 'ana', note: 'liga depois das 15h' },
};
const gone: TicketEvent = { type: 'TicketNoteDeleted', data: { ticketId: 't1', noteId: 'n1' } };

describe('a note', () => {
  test('names the ticket’s contact and who wrote it, without the blanks around it', () => {
    expect(givenTicket(opened()).when(add('  liga depois das 15h\n'), ana).events()).toEqual([added]);
  });
  test.each([
    ['pending', [opened()]],
    ['open', [opened(), accepted()]],
    ['closed', [opened(), accepted(), resolved]],
  ])('may be added to a ticket that is %s', (_status, history) => {
    expect(
      givenTicket(...history)
        .when(add(), ana)
        .events(),
    ).toEqual([added]);
  });
  test.each(['', ' ', 'x', ' x '])('of less than two characters is refused: %j', (note) => {
    expect(givenTicket(opened()).when(add(note), ana).refusal()).toEqual({
      code: 'ERR_VALIDATION',
      errors: { note: 'tooShort' },
    });
  });
  test('of two characters is enough, of ten thousand and one too much', () => {
    expect(givenTicket(opened()).when(add('ok'), ana).events()).toHaveLength(1);
    expect(
      givenTicket(opened())
        .when(add('x'.repeat(10_001)), ana)
        .refusal().errors,
    ).toEqual({
      note: 'tooLong',
    });
  });
  test('asked for twice is one note, also after it was deleted', () => {
    expect(givenTicket(opened(), added).when(add(), ana).events()).toEqual([]);
    expect(givenTicket(opened(), added, gone).when(add(), ana).events()).toEqual([]);
  });
  test('is refused outside the agent’s queues, and on a ticket that is gone', () => {
    const scope: QueueScope = { userId: 'ana', queueIds: ['sales'], noQueue: false };
    expect(
      givenTicket(opened())
        .when(add(), { ...ana, scope })
        .refusal().code,
    ).toBe('ERR_NO_PERMISSION');
    expect(givenTicket(opened(), deleted).when(add(), ana).refusal().code).toBe('ERR_NO_TICKET_FOUND');
  });
});

describe('deleting a note', () => {
  test('is for who wrote it', () => {
    expect(givenTicket(opened(), added).when(remove(), ana).events()).toEqual([gone]);
    expect(givenTicket(opened(), added).when(remove(), bruno).refusal().code).toBe('ERR_NO_PERMISSION');
  });
  test('is for who may delete any', () => {
    expect(givenTicket(opened(), added).when(remove(true), bruno).events()).toEqual([gone]);
  });
  test('twice changes nothing; of an unknown note it is refused', () => {
    expect(givenTicket(opened(), added, gone).when(remove(), ana).events()).toEqual([]);
    expect(givenTicket(opened()).when(remove(), ana).refusal().code).toBe('ERR_NOT_FOUND');
  });
});

test('notes change nothing else of a ticket', () => {
  const { notes: _, ...before } = givenTicket(opened(), queued()).state() as Record<string, unknown>;
  const { notes: __, ...after } = givenTicket(opened(), queued(), added, gone).state() as Record<
    string,
    unknown
  >;
  expect(JSON.stringify(after)).toBe(JSON.stringify(before));
});
