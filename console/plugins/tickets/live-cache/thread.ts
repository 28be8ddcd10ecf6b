import type { Change } from '../../../../contract/changes.ts';
import type { MessagePage as Answer, MessageView } from '../../../../contract/message.ts';
import { type LivePages, liveList } from '../../../shell/live-list.ts';

/** One page of GET /messages/{ticketId}: oldest first inside the page, page 1 holds the newest. */
export type MessagePage = Readonly<Pick<Answer, 'messages' | 'hasMore'>>;
export type MessagePages = LivePages<MessagePage>;

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
 * Returns the older page to ask for. Counted from what is held: messages that arrived since moved the older ones down,
 * so that the next page repeats some (dropped by id) and never skips one.
 */
export const olderPage = (pages: readonly MessagePage[]): number | undefined =>
  pages.at(-1)?.hasMore
    ? Math.floor(messagesOf({ pages: [...pages], pageParams: [] }).length / MESSAGE_PAGE) + 1
    : undefined;

/**
 * Returns a thread after a change of one message. Known messages are replaced unless the document is older; new ones go
 * to the end, for changes come in the log's order. An update of a message that no loaded page holds belongs to an older
 * page and is left to it.
 */
export const applyMessageChange = (data: MessagePages, change: Change<MessageView>): MessagePages => {
  const document = change.document;
  const [newest] = data.pages;
  if (newest === undefined || document === undefined) return data;
  const held = messagesOf(data).find((message) => message.id === change.id);
  if (held !== undefined)
    return document.position < held.position ? data : { ...data, pages: list.replaced(data.pages, document) };
  const last = newest.messages.at(-1);
  const isNew = change.action === 'create' || change.action === 'new-message';
  if (!isNew && last !== undefined && document.createdAt < last.createdAt) return data;
  return {
    ...data,
    pages: [{ ...newest, messages: [...newest.messages, document] }, ...data.pages.slice(1)],
  };
};
