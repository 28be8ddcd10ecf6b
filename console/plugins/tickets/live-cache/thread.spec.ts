import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../contract/changes.ts';
import type { MessageView } from '../../../../contract/message.ts';
import { aMessage } from '../ticket/fixtures.ts';
import {
  applyMessageChange,
  MESSAGE_PAGE,
  type MessagePage,
  type MessagePages,
  messagesOf,
  olderPage,
  pagesTo,
  reachOf,
} from './thread.ts';

const numbered = (index: number, over: Partial<MessageView> = {}) =>
  aMessage({
    id: `m${index}`,
    createdAt: new Date(1_700_000_000_000 + index * 1000).toISOString(),
    position: index,
    ...over,
  });
const change = (document: MessageView, action = 'update'): Change<MessageView> => ({
  channel: 'room',
  action,
  id: document.id,
  document,
  position: document.position,
});
/** What the server would answer: those before a cursor, or the newest, oldest first. */
const served = (log: readonly MessageView[], before?: number) => {
  const end = before === undefined ? log.length : log.findIndex(({ position }) => position === before);
  const messages = log.slice(Math.max(0, end - MESSAGE_PAGE), end);
  const cursors = { before: messages[0]?.position ?? null, after: messages.at(-1)?.position ?? null };
  return { messages, hasMore: end > MESSAGE_PAGE, cursors };
};
const first = (log: readonly MessageView[]): MessagePages => ({
  pages: [served(log)],
  pageParams: [undefined],
});
const ids = (data: MessagePages | undefined) => messagesOf(data).map((message) => message.id);

describe('a thread after a change', () => {
  const held = first([numbered(1), numbered(2), numbered(3)]);

  it('appends a new message', () => {
    expect(ids(applyMessageChange(held, change(numbered(4), 'create')))).toEqual(['m1', 'm2', 'm3', 'm4']);
  });
  it('appends a new message at the end even if it was written earlier, as the log has it', () => {
    const late = numbered(9, { createdAt: numbered(1).createdAt });
    expect(ids(applyMessageChange(held, change(late, 'create'))).at(-1)).toBe('m9');
  });
  it('replaces a known message in place', () => {
    const read = applyMessageChange(held, change(numbered(2, { ack: 4, position: 20 })));
    expect(messagesOf(read)[1]?.ack).toBe(4);
    expect(ids(read)).toEqual(['m1', 'm2', 'm3']);
  });
  it('drops an older document', () => {
    const newer = applyMessageChange(held, change(numbered(2, { ack: 4, position: 20 })));
    expect(applyMessageChange(newer, change(numbered(2, { ack: 3, position: 19 })))).toBe(newer);
  });
  it('leaves the receipt of a message that is not loaded to its page', () => {
    expect(applyMessageChange(held, change(numbered(0, { ack: 4, position: 30 })))).toBe(held);
  });
  it('applies the same change twice with no more effect', () => {
    const once = applyMessageChange(held, change(numbered(4), 'create'));
    expect(ids(applyMessageChange(once, change(numbered(4), 'create')))).toEqual(ids(once));
  });
});

describe('a change that is made once more in an answer', () => {
  const log = Array.from({ length: 60 }, (_, index) => numbered(index));
  it('puts none at the end that the answer has left behind', () => {
    const answer = first(log);
    expect(applyMessageChange(answer, change(numbered(5), 'create'), 'answer')).toBe(answer);
  });
  it('appends what was said after it', () => {
    expect(ids(applyMessageChange(first(log), change(numbered(60), 'create'), 'answer')).at(-1)).toBe('m60');
  });
});

describe('scrolling up', () => {
  it('goes on from the oldest there is, also where one in between was never told', () => {
    const log = Array.from({ length: 200 }, (_, index) => numbered(index));
    const begun = first(log.slice(0, 100));
    // Of the hundred since then half were told.
    const held = log
      .slice(150)
      .reduce((data, message) => applyMessageChange(data, change(message, 'create')), begun);
    const older = served(log, olderPage(held.pages[0]!));
    expect(older.messages.at(-1)?.id).toBe('m59');
  });
  it('shows each of 1,000 messages once and in order, however many arrive between the pages', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 30, maxLength: 30 }), (arrivals) => {
        let log = Array.from({ length: 1000 }, (_, index) => numbered(index));
        let data = first(log);
        for (const count of [...arrivals, ...Array.from({ length: 80 }, () => 0)]) {
          for (let i = 0; i < count; i += 1) {
            const message = numbered(log.length);
            log = [...log, message];
            data = applyMessageChange(data, change(message, 'create')) ?? data;
          }
          const before = olderPage(data.pages.at(-1)!);
          if (before === undefined) break;
          data = { ...data, pages: [...data.pages, served(log, before)] };
        }
        expect(ids(data)).toEqual(log.map((message) => message.id));
      }),
      { numRuns: 10 },
    );
  });
});

describe('on the way to a message', () => {
  const log = Array.from({ length: 1_000 }, (_, index) => numbered(index + 1));
  const asked: (number | undefined)[] = [];
  const ask = async (before?: number) => {
    asked.push(before);
    return served(log, before);
  };
  const holding = (soughtId: string | undefined) => (page: MessagePage) =>
    soughtId === undefined || page.messages.some(({ id }) => id === soughtId);
  const towards = async (soughtId: string | undefined) => {
    asked.length = 0;
    return pagesTo(ask, 961, holding(soughtId));
  };

  it('pages become one, as far as it', async () => {
    const page = await towards('m700');
    expect(asked).toHaveLength(7);
    expect(page.messages.map(({ id }) => id)).toEqual(log.slice(680, 960).map(({ id }) => id));
    expect([olderPage(page), page.cursors.after]).toEqual([681, 960]);
  });
  it('ten at most, and no more than there are', async () => {
    const page = await towards('m1');
    expect([asked.length, page.messages.length, olderPage(page)]).toEqual([10, 400, 561]);
    const last = await pagesTo(ask, 81, holding('unknown'));
    expect([last.messages.length, olderPage(last)]).toEqual([80, undefined]);
  });
  it('a page that is asked for anew goes as far as it went, also where it begins later', async () => {
    const pages = [served(log), await towards('m700'), served(log, 681)];
    const held = { pages, pageParams: [undefined, 961, 681] };
    expect([961, 990, 681, 650, 641].map((before) => reachOf(held, before))).toEqual([
      ...[681, 681, 641, 641, undefined],
    ]);
    expect(reachOf(undefined, 961)).toBeUndefined();
  });
  it('where none is sought it is one', async () => {
    await towards(undefined);
    expect(asked).toEqual([961]);
  });
});
