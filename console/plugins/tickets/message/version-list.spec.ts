import { expect, test } from 'vitest';
import { versionsOf } from './version-list.ts';

const event = (revision: number, type: string, data: Record<string, unknown>) => ({
  revision,
  position: revision,
  type,
  at: `2026-01-01T10:0${revision}:00.000Z`,
  actor: { kind: 'user', id: 'ana', name: 'Ana' },
  data,
});

test("a message's earlier texts are those its edits replaced, oldest first", () => {
  const events = [
    event(1, 'MessageQueued', { messageId: 'm1', body: 'um' }),
    event(2, 'MessageEdited', { messageId: 'm1', beforeBody: 'um', body: 'dois' }),
    event(3, 'MessageEdited', { messageId: 'm2', beforeBody: 'x', body: 'y' }),
    event(4, 'MessageEdited', { messageId: 'm1', beforeBody: 'dois', body: 'três' }),
    event(5, 'MessageEdited', { messageId: 'm1', body: 'withheld' }),
  ];
  expect(versionsOf(events, 'm1').map(({ before, by }) => [before, by])).toEqual([
    ['um', 'Ana'],
    ['dois', 'Ana'],
  ]);
});
