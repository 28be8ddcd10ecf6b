import { useState } from 'react';
import { readDraft, writeDraft } from '../model/drafts.ts';

/** A note that is not finished: kept in this browser, apart from the message's draft. */
export const useNoteDraft = (userId: string, ticketId: string) => {
  const key = `${ticketId}.note`;
  const [body, setBody] = useState(() => readDraft(localStorage, userId, key)?.body ?? '');
  const change = (text: string) => {
    setBody(text);
    // `synced`: an empty one leaves nothing behind, for there is no server to tell.
    writeDraft(localStorage, userId, key, { body: text, synced: true });
  };
  return { body, change };
};
