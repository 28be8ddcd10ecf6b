import { describe, expect, it } from 'vitest';
import { aMessage } from '../ticket/fixtures.ts';
import { firstUnread, threadItems } from './grouping.ts';

const dayOf = (iso: string) => iso.slice(0, 10);
const message = (id: string, at: string, fromMe = false) =>
  aMessage({ id, createdAt: at, fromMe, userId: fromMe ? 'ana' : null });

describe('the items of a thread', () => {
  it('separate days and join what the same author wrote within five minutes', () => {
    const items = threadItems(
      [
        message('1', '2026-11-20T23:59:00Z'),
        message('2', '2026-11-21T00:01:00Z'),
        message('3', '2026-11-21T00:02:00Z'),
        message('4', '2026-11-21T00:03:00Z', true),
        message('5', '2026-11-21T00:30:00Z', true),
      ],
      dayOf,
    );
    expect(
      items.map((item) =>
        item.kind === 'message' ? `${item.message.id}${item.same ? '+' : ''}` : item.kind,
      ),
    ).toEqual(['day', '1', 'day', '2', '3+', '4', '5']);
  });
  it('have a divider above the first unread message', () => {
    const messages = [message('1', '2026-11-21T00:01:00Z'), message('2', '2026-11-21T00:02:00Z')];
    const items = threadItems(messages, dayOf, { firstId: '2', count: 1 });
    expect(items.map((item) => item.key)).toEqual(['day-2026-11-21-1', '1', 'unread', '2']);
  });
  it('keep the shape of a message that was the first of the thread before older ones came', () => {
    const messages = [
      message('1', '2026-11-21T00:01:00Z'),
      message('2', '2026-11-21T00:02:00Z'),
      message('3', '2026-11-21T00:03:00Z'),
    ];
    const shapes = threadItems(messages, dayOf, undefined, new Set(['2'])).flatMap((item) =>
      item.kind === 'message' ? [item.same] : [],
    );
    expect(shapes).toEqual([false, false, true]);
  });
});

describe('the first unread message', () => {
  it("is counted over the contact's messages only", () => {
    const messages = [
      message('1', '2026-11-21T00:01:00Z'),
      message('2', '2026-11-21T00:02:00Z'),
      message('3', '2026-11-21T00:03:00Z', true),
      message('4', '2026-11-21T00:04:00Z'),
    ];
    expect(firstUnread(messages, 2)).toBe('2');
    expect(firstUnread(messages, 0)).toBeUndefined();
    expect(firstUnread(messages, 9)).toBeUndefined();
  });
});
