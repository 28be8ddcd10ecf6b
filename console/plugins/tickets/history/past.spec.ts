import { describe, expect, it } from 'vitest';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { aMessage } from '../ticket/fixtures.ts';
import {
  fates,
  indexAt,
  isQuiet,
  lacksOlder,
  markOf,
  mentions,
  messageOf,
  requestedRevision,
  shownMessages,
} from './past.ts';

const event = (revision: number, type: string, data: Record<string, unknown> = {}): HistoryEventView => ({
  revision,
  position: revision + 100,
  type,
  at: `2026-11-21T10:00:0${revision}.000Z`,
  actor: { kind: 'user', id: 'ana', name: 'Ana' },
  data,
});
const edited = event(2, 'MessageEdited', { messageId: 'm1', body: 'six', beforeBody: 'eight' });
const deleted = event(3, 'MessageDeleted', { messageId: 'm1' });
const stream = [
  event(0, 'TicketOpened'),
  event(1, 'MessageReceived', { messageId: 'm1' }),
  edited,
  deleted,
  event(4, 'MessageAcknowledged', { messageIds: ['m0', 'm2'] }),
];

describe('the revision of an address', () => {
  it('is the present without one', () => {
    expect(requestedRevision(null, 4)).toEqual({ kind: 'now' });
    expect(requestedRevision('', undefined)).toEqual({ kind: 'now' });
  });
  it('is that revision when it exists, the first included', () => {
    expect(requestedRevision('0', 4)).toEqual({ kind: 'revision', revision: 0 });
    expect(requestedRevision('4', 4)).toEqual({ kind: 'revision', revision: 4 });
    expect(requestedRevision('9', undefined)).toEqual({ kind: 'revision', revision: 9 });
  });
  it('is wrong when it is later than the last or no number', () => {
    for (const text of ['5', '-1', '1.5', 'last', '99999999999'])
      expect(requestedRevision(text, 4)).toEqual({ kind: 'wrong', text });
  });
});

describe('events of a ticket', () => {
  it('are found by revision, also where some are left out', () => {
    expect([0, 2, 4, 9].map((revision) => indexAt(stream, revision))).toEqual([0, 2, 4, 4]);
    const some = [stream[1]!, stream[3]!];
    expect([0, 1, 2, 3].map((revision) => indexAt(some, revision))).toEqual([0, 0, 0, 1]);
  });
  it('name the message they are about; a receipt for many the last of them', () => {
    expect(stream.map(messageOf)).toEqual([undefined, 'm1', 'm1', 'm1', 'm2']);
  });
  it('stand out by what they did', () => {
    expect(stream.map(markOf)).toEqual(['ticket', 'plain', 'edit', 'danger', 'plain']);
    expect(stream.map(isQuiet)).toEqual([false, false, false, false, true]);
  });
  it('lack older ones while the revision, or what became of the oldest message drawn, lies before them', () => {
    const [, second, third] = stream;
    const known = stream.slice(2);
    expect(lacksOlder(known, true, 1, undefined)).toBe(true);
    expect(lacksOlder(known, true, 2, third?.at)).toBe(false);
    expect(lacksOlder(known, true, 2, second?.at)).toBe(true);
    expect(lacksOlder(known, false, 1, second?.at)).toBe(false);
    expect(lacksOlder([], true, 1, undefined)).toBe(false);
  });
  it('tell each message its edits and its deletion', () => {
    expect([...fates(stream)]).toEqual([['m1', { edits: [edited], deletion: deleted }]]);
  });
});

describe('the messages of a revision', () => {
  const message = aMessage({ id: 'm1', body: '', position: 101 });
  const none = new Map<string, typeof message>();
  it('stand as deleted when their text is withheld because it was deleted later', () => {
    expect(shownMessages([message], fates(stream), false, none)[0]?.isDeleted).toBe(true);
    expect(shownMessages([message], fates(stream), true, none)[0]).toBe(message);
  });
  it('are the same objects as in the revision before unless they changed', () => {
    const held = new Map([['m1', message]]);
    expect(shownMessages([{ ...message }], new Map(), true, held)[0]).toBe(message);
    const later = { ...message, position: 102 };
    expect(shownMessages([later], new Map(), true, held)[0]).toBe(later);
  });
});

describe('the search among events', () => {
  it('wants every word, whatever its accents and case', () => {
    expect(mentions('Mensagem apagada · João', 'joao MENSAGEM')).toBe(true);
    expect(mentions('Mensagem apagada · João', 'joao editada')).toBe(false);
  });
});
