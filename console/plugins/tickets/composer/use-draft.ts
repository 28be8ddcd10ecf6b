import { useEffect, useRef, useState } from 'react';
import { getDraft, putDraft } from '../data/calls.ts';
import { chooseDraft, readDraft, writeDraft } from '../model/drafts.ts';

const DRAFT_MS = 800;

/** `here`: in this browser only, the server has not got it yet. */
export type DraftState = 'none' | 'here' | 'saved';

/** The unsent text of a ticket: in this browser at once, on the server when typing rests. */
export const useDraft = (userId: string, ticketId: string) => {
  const [body, setBody] = useState(() => readDraft(localStorage, userId, ticketId)?.body ?? '');
  const [state, setState] = useState<DraftState>('none');
  const touched = useRef(false);

  useEffect(() => {
    const local = readDraft(localStorage, userId, ticketId);
    const asked = new AbortController();
    getDraft(ticketId, asked.signal).then(
      (draft) => {
        // What is being typed is newer than any stored draft.
        if (!touched.current) setBody(chooseDraft(local, draft?.body ?? ''));
      },
      () => undefined, // away: the local draft already stands there
    );
    return () => asked.abort();
  }, [ticketId, userId]);

  useEffect(() => {
    if (!touched.current) return;
    writeDraft(localStorage, userId, ticketId, { body, synced: false });
    setState('none');
    let gone = false;
    const timer = setTimeout(() => {
      putDraft(ticketId, body).then(
        () => {
          if (gone) return;
          writeDraft(localStorage, userId, ticketId, { body, synced: true });
          setState(body === '' ? 'none' : 'saved');
        },
        () => {
          // Stays marked as not synced and wins on the next opening.
          if (!gone && body !== '') setState('here');
        },
      );
    }, DRAFT_MS);
    return () => {
      // An answer for an older text says nothing about the newer one.
      gone = true;
      clearTimeout(timer);
    };
  }, [body, ticketId, userId]);

  const change = (text: string) => {
    touched.current = true;
    setBody(text);
  };
  return { body, change, state };
};
