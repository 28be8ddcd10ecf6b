import type { Change } from '../../../../contract/changes.ts';
import type { MessagePage as Answer, MessageView } from '../../../../contract/message.ts';
import { type LivePages, liveList } from '../../../shell/live-list.ts';
import type { Again } from '../../../shell/patch-query.ts';

/** One page of GET /messages/{ticketId}: oldest first inside the page; the first that is asked for holds the newest. */
export type MessagePage = Readonly<Pick<Answer, 'messages' | 'hasMore' | 'cursors'>>;
export type MessagePages = LivePages<MessagePage>;
/** What a page ends before; undefined: it ends with the newest message. */
export type Before = number | undefined;

export const MESSAGE_PAGE = 40;

const list = liveList<'messages', MessageView, MessagePage>('messages', MESSAGE_PAGE);

/** Returns messages, oldest first, each once. Overlapping pages give the newer version of a message. */
export const messagesOf = (data: MessagePages | undefined): MessageView[] => {
  const byId = new Map<string, MessageView>();
  for (const page of (data?.pages ?? []).toReversed())
    for (const message of page.messages) {
      const held = byId.get(message.id);
      if (held === undefined || held.position <= message.position) byId.set(message.id, message);
    }
  return [...byId.values()];
};

/**
 * Returns what the older page to ask for ends before, undefined where there is none: before the oldest that the server
 * gave, whatever has come since. Counted from what is held, a page would be skipped, or asked for without end, as soon as
 * one message among them was missing.
 */
export const olderPage = ({ hasMore, cursors }: MessagePage): Before =>
  hasMore ? (cursors.before ?? undefined) : undefined;

/** Pages that become one on the way to a message: each that is drawn costs more than its answer. */
const STRIDE = 10;

/**
 * Returns how far back what is held from a cursor on goes, up to a page's end; undefined: nothing is held before it. Asked
 * anew, a page goes as far again, also where more has come since and the page begins later: what was reached stays.
 */
export const reachOf = (data: MessagePages | undefined, before: number): Before =>
  data?.pages.slice(1).find(({ cursors }) => cursors.before !== null && cursors.before < before)?.cursors
    .before ?? undefined;

/**
 * Resolves with the page before a cursor, and the ones before it as far as what is asked for, ten at most.
 * @param ask asks the server for one page
 * @param isFarEnough whether a page holds what is asked for
 */
export async function pagesTo(
  ask: (before: Before) => Promise<MessagePage>,
  before: Before,
  isFarEnough: (page: MessagePage) => boolean,
): Promise<MessagePage> {
  let page = await ask(before);
  for (let asked = 1; asked < STRIDE && !isFarEnough(page); asked += 1) {
    const next = olderPage(page);
    if (next === undefined) break;
    const older = await ask(next);
    page = {
      messages: [...older.messages, ...page.messages],
      hasMore: older.hasMore,
      cursors: { before: older.cursors.before, after: page.cursors.after },
    };
  }
  return page;
}

/**
 * Returns a thread after a change of one message. Known messages are replaced unless the document is older; new ones go
 * to the end, for changes come in the log's order. An update of a message that no loaded page holds belongs to an older
 * page and is left to it, and so is one that an answer of the server's has left behind.
 * @param again the change came while the answer was on its way, and is made in it once more
 */
export const applyMessageChange = (
  data: MessagePages,
  change: Change<MessageView>,
  again?: Again,
): MessagePages => {
  const document = change.document;
  const [newest] = data.pages;
  if (newest === undefined || document === undefined) return data;
  const held = messagesOf(data).find((message) => message.id === change.id);
  if (held !== undefined)
    return document.position < held.position ? data : { ...data, pages: list.replaced(data.pages, document) };
  const [first, last] = [newest.messages[0], newest.messages.at(-1)];
  const isBehind = again !== undefined && newest.hasMore && first && document.createdAt < first.createdAt;
  if (isBehind) return data;
  const isNew = change.action === 'create' || change.action === 'new-message';
  if (!isNew && last !== undefined && document.createdAt < last.createdAt) return data;
  return {
    ...data,
    pages: [{ ...newest, messages: [...newest.messages, document] }, ...data.pages.slice(1)],
  };
};
