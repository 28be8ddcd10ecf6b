import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { useLiveStatus } from '../../../shell/live.ts';
import { browserStorage } from '../../../shell/storage.ts';
import { type DraftKind, getDraft, putDraft } from '../ticket/calls.ts';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';
import { chooseDraft, keyOf, parseDraft, readDraft, writeDraft } from './drafts.ts';

const keepers = new Map<string, DraftKeeper>();

/**
 * Returns the keeper of a draft, one for the life of the page: what was typed last is taken along after its
 * conversation was left.
 */
function keeperOf(userId: string, ticketId: string, kind: DraftKind): DraftKeeper {
  const key = localKey(ticketId, kind);
  const held = keepers.get(`${userId}.${key}`);
  if (held !== undefined) return held;
  const keeper = createDraftKeeper({
    put: (body) => putDraft(ticketId, kind, body),
    store: (body, synced) => writeDraft(browserStorage, userId, key, { body, synced }),
    wait: (ms, task) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
  });
  keepers.set(`${userId}.${key}`, keeper);
  return keeper;
}
const localKey = (ticketId: string, kind: DraftKind) => (kind === 'note' ? `${ticketId}.note` : ticketId);

/** Returns the unsent text of a ticket, a message or a note: in this browser at once, on the server when typing rests. */
export function useDraft(userId: string, ticketId: string, kind: DraftKind) {
  const keeper = keeperOf(userId, ticketId, kind);
  const local = () => readDraft(browserStorage, userId, localKey(ticketId, kind));
  const [body, setBody] = useState(() => local()?.body ?? '');
  const state = useStore(keeper.store);
  const isTouched = useRef(false);
  /** Typed in this tab; another one may have the same text since, and it is that one's then. */
  const ownText = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what this browser kept is read when the ticket is opened
  useEffect(() => {
    const keptDraft = local();
    const aborter = new AbortController();
    getDraft(ticketId, kind, aborter.signal).then(
      (draft) => {
        // What is being typed is newer than any stored draft.
        if (isTouched.current) return;
        setBody(chooseDraft(keptDraft, draft?.body ?? ''));
        // It did not get there the last time: other devices have an older one until it does.
        if (keptDraft?.synced === false) {
          keeper.change(keptDraft.body);
          keeper.flush();
        }
      },
      () => undefined, // away: the local draft already stands there
    );
    return () => {
      aborter.abort();
      keeper.flush();
    };
  }, [ticketId, kind, keeper]);

  const status = useLiveStatus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the connection is a reason to try
  useEffect(() => {
    if (keeper.state() === 'here') keeper.flush();
  }, [keeper, status]);

  // Typed, or sent, in another tab: this one, which nobody types in now, has the same text. A tab that slept in the
  // background hears of it when it is looked at again: the text it shares with the other one goes then as well.
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key !== keyOf(userId, localKey(ticketId, kind))) return;
      const own = ownText.current;
      const text = readDraft(browserStorage, userId, localKey(ticketId, kind))?.body ?? '';
      // Whoever types here keeps it, unless it is the other one's text that was sent there, or went on.
      const isShared = own === undefined || own === parseDraft(event.oldValue)?.body;
      if (document.hasFocus() && !(isShared && (text === '' || text.startsWith(own ?? '')))) return;
      isTouched.current = true;
      ownText.current = undefined;
      keeper.handOver();
      setBody(text);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [userId, ticketId, kind, keeper]);

  const change = (text: string) => {
    isTouched.current = true;
    ownText.current = text;
    setBody(text);
    keeper.change(text);
  };
  return { body, change, state };
}
