import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { patchMessageAnswer } from '../live-cache/patch.ts';
import { editMessage } from '../ticket/calls.ts';
import { signBody, splitSignature } from '../ticket/signature.ts';
import { isTooLong } from './too-long.ts';

interface Unsaved {
  readonly text: string;
  /** The message as it was when it was last on the screen with it. */
  readonly from: string;
}

/**
 * What is written anew, by who writes and the message, for the life of the page: neither a note in between nor another
 * conversation, nor a colleague who takes the ticket away, ends an edit. Saved or called off it goes.
 */
const unsavedTexts = new Map<string, Unsaved>();

interface Edited {
  /** As it is now; undefined: nothing is edited. */
  readonly message: MessageView | undefined;
  readonly userId: string;
  readonly channel: string | undefined;
}

/**
 * Returns the text of a message that is being edited, apart from the draft, which waits unharmed. Where somebody else has
 * changed the message since, it is said: what is saved takes the place of theirs.
 * @param onDone the message is saved as it is to be
 */
export function useEdit({ message, userId, channel }: Edited, onDone: (message: MessageView) => void) {
  const cache = useQueryClient();
  const key = message === undefined ? undefined : `${userId}.${message.id}`;
  const body = message?.body ?? '';
  const saidText = splitSignature(body).text;
  const unsaved = key === undefined ? undefined : unsavedTexts.get(key);
  const [text, become] = useState(unsaved?.text ?? saidText);
  const [busy, setBusy] = useState(false);
  const before = useRef({ key, body });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is on the screen already
  useEffect(() => {
    const was = unsaved?.from ?? (before.current.key === key ? before.current.body : body);
    before.current = { key, body };
    // Where nobody has typed into it, what a colleague makes of it meanwhile is what is edited.
    become(unsaved?.text ?? saidText);
    if (key !== undefined && unsaved !== undefined) unsavedTexts.set(key, { ...unsaved, from: body });
    if (message === undefined || message.isDeleted || was === body) return;
    if (message.editedBy?.id !== userId) notify.info('tickets.composer.changed');
  }, [key, body]);
  const setText = (next: string) => {
    if (key !== undefined) unsavedTexts.set(key, { text: next, from: body });
    become(next);
  };
  const forget = () => {
    if (key !== undefined) unsavedTexts.delete(key);
  };
  const save = async () => {
    if (message === undefined || busy || text.trim() === '') return;
    const { name } = splitSignature(message.body);
    const newBody = name === undefined ? text.trim() : signBody(name, text.trim());
    const done = () => {
      forget();
      onDone(message);
    };
    if (newBody === message.body) return done();
    if (isTooLong(newBody, channel)) return;
    setBusy(true);
    try {
      patchMessageAnswer(cache, await editMessage(message.id, newBody));
      done();
    } catch (error) {
      // The text stays in the field: nothing typed is lost to a refusal.
      notifyError(error);
    }
    setBusy(false);
  };
  return { text, setText, save, forget, busy, changed: unsaved !== undefined };
}
