import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { notifyError } from '../../../shell/notify.ts';
import { patchMessageAnswer } from '../live-cache/patch.ts';
import { editMessage } from '../ticket/calls.ts';
import { signBody, splitSignature } from '../ticket/signature.ts';
import { isTooLong } from './too-long.ts';

/**
 * What is written anew, by who writes and the message, for the life of the page: neither a note in between nor a colleague
 * who takes the ticket away ends an edit.
 */
const unsavedTexts = new Map<string, string>();

interface Edited {
  /** As it is now; undefined: nothing is edited. */
  readonly message: MessageView | undefined;
  readonly userId: string;
  readonly channel: string | undefined;
}

/** Returns the text of a message that is being edited, apart from the draft, which waits unharmed. */
export function useEdit({ message, userId, channel }: Edited, onDone: () => void) {
  const cache = useQueryClient();
  const key = message === undefined ? undefined : `${userId}.${message.id}`;
  const saidText = message === undefined ? '' : splitSignature(message.body).text;
  const unsavedText = key === undefined ? undefined : unsavedTexts.get(key);
  const [text, become] = useState(unsavedText ?? saidText);
  const [busy, setBusy] = useState(false);
  const editedKey = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is on the screen already
  useEffect(() => {
    // Saved, called off, or another was chosen.
    if (editedKey.current !== undefined && editedKey.current !== key) unsavedTexts.delete(editedKey.current);
    editedKey.current = key;
    // Where nobody has typed into it, what a colleague makes of it meanwhile is what is edited.
    become(unsavedText ?? saidText);
  }, [key, saidText]);
  const setText = (next: string) => {
    if (key !== undefined) unsavedTexts.set(key, next);
    become(next);
  };
  const save = async () => {
    if (message === undefined || busy || text.trim() === '') return;
    const { name } = splitSignature(message.body);
    const body = name === undefined ? text.trim() : signBody(name, text.trim());
    if (body === message.body) return onDone();
    if (isTooLong(body, channel)) return;
    setBusy(true);
    try {
      patchMessageAnswer(cache, await editMessage(message.id, body));
      onDone();
    } catch (error) {
      // The text stays in the field: nothing typed is lost to a refusal.
      notifyError(error);
    }
    setBusy(false);
  };
  return { text, setText, save, busy, changed: unsavedText !== undefined };
}
