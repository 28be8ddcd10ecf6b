import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import type { MessageView } from '../../../../contract/message.ts';
import { ApiError } from '../../../shell/api.ts';
import { onLineBack } from '../../../shell/live.ts';
import { useSession } from '../../../shell/session.tsx';
import { sessionState, sessionStore } from '../../../shell/session-store.ts';
import { browserStorage } from '../../../shell/storage.ts';
import { patchMessage } from '../live-cache/patch.ts';
import { mediaTypeOf } from '../message/media.ts';
import { sendMessage } from '../ticket/calls.ts';
import { createOutbox, type Outbox, type Outgoing, type Sent } from './outbox.ts';
import { sharedStorage } from './outbox-store.ts';

/**
 * Returns what a failure means for a message. Refusals are the server's word and final; everything else (no network,
 * a server that restarts, an ended session, too many requests) is tried again under the same id.
 */
function outcomeOf(error: unknown): Sent {
  if (!(error instanceof ApiError)) return { is: 'later' };
  const { status, code } = error;
  const passing =
    status < 400 || status === 401 || status === 408 || status === 425 || status === 429 || status >= 500;
  return passing || code === 'ERR_SESSION_EXPIRED' ? { is: 'later' } : { is: 'refused', code };
}

function messagesIn(answer: unknown): MessageView[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const list: unknown = Reflect.get(answer, 'messages') ?? [answer];
  return Array.isArray(list) ? list.filter((item) => typeof item?.id === 'string' && 'position' in item) : [];
}

const boxes = new Map<string, Outbox>();

/** Returns one outbox a user for the life of the page: messages go on being sent while another screen is open. */
function outboxOf(userId: string, cache: QueryClient): Outbox {
  const held = boxes.get(userId);
  if (held !== undefined) return held;
  const stored = sharedStorage(browserStorage, `outbox.${userId}`);
  const box = createOutbox({
    ...stored,
    send: async (item) => {
      // Who wrote it has left this tab: under the session of whoever came after, it would be theirs.
      const now = sessionState();
      if (now.status !== 'in' || now.user.id !== userId) return { is: 'later' };
      try {
        const answer = await sendMessage({ ...item, quotedId: item.quoted?.id ?? null });
        for (const document of messagesIn(answer))
          patchMessage(cache, {
            channel: 'answer',
            action: 'create',
            id: document.id,
            document,
            position: document.position,
          });
        return { is: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    wait: (ms, task) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
  });
  boxes.set(userId, box);
  // Signing out, here or in another tab, empties the storage: what this page remembers of it goes too.
  sessionStore.subscribe(({ status }) => {
    if (status !== 'out') return;
    const left = stored.load() ?? '';
    for (const { id, file } of box.list()) if (file === undefined && !left.includes(id)) box.discard(id);
  });
  // Files are in memory only: a page reloaded in mid-upload would lose them without a word.
  window.addEventListener('beforeunload', (event) => {
    if (box.list().some(({ file }) => file !== undefined)) event.preventDefault();
  });
  return box;
}

/** Returns the messages on their way and the outbox that keeps them. */
export function useOutbox(): { readonly outbox: Outbox; readonly items: readonly Outgoing[] } {
  const cache = useQueryClient();
  const outbox = outboxOf(useSession().user.id, cache);
  const items = useStore(outbox.store);
  return { outbox, items };
}

/**
 * Returns what is on its way, for the whole session: begins with what a closed page left, and tries at once when the
 * line is back.
 */
export function useCarriedOutbox(): readonly Outgoing[] {
  const { outbox, items } = useOutbox();
  useEffect(() => {
    const wake = () => outbox.wake();
    wake();
    window.addEventListener('online', wake);
    const stop = onLineBack(wake);
    return () => {
      window.removeEventListener('online', wake);
      stop();
    };
  }, [outbox]);
  return items;
}

const urls = new WeakMap<File, string>();
function urlOf(file: File): string {
  const held = urls.get(file) ?? URL.createObjectURL(file);
  urls.set(file, held);
  return held;
}

/** Returns an outgoing message as the thread shows it until the server's own version takes its place. */
export const asMessage = (
  item: Outgoing,
  user: { id: string; name: string },
  contactId: string,
): MessageView => ({
  id: item.id,
  ticketId: item.ticketId,
  body: item.body,
  fromMe: true,
  read: true,
  ack: 0,
  mediaType: item.file === undefined ? 'chat' : mediaTypeOf(item.file.type),
  mediaUrl: item.file === undefined ? null : urlOf(item.file),
  media:
    item.file === undefined
      ? null
      : {
          id: item.id,
          name: item.file.name,
          mime: item.file.type,
          size: item.file.size,
          ...(item.seconds !== undefined && { seconds: item.seconds }),
        },
  mediaError: null,
  file: null,
  extra: null,
  reactions: [],
  votes: [],
  isDeleted: false,
  isEdited: false,
  editedBy: null,
  deletedBy: null,
  quotedMsg: item.quoted,
  contactId,
  contact: null,
  participant: null,
  userId: user.id,
  user: { id: user.id, name: user.name },
  automatic: null,
  changeFailure: null,
  failure: item.state === 'failed' ? { code: item.code ?? '', reason: '' } : null,
  createdAt: item.at,
  updatedAt: item.at,
  position: 0,
});
