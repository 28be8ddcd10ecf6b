import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { notifyError } from '../../../shell/notify.ts';
import { patchMessageAnswer } from '../live-cache/patch.ts';
import { editMessage } from '../ticket/calls.ts';
import { signBody, splitSignature } from '../ticket/signature.ts';
import { isTooLong } from './too-long.ts';

/** Returns the text of a message that is being edited, apart from the draft, which waits unharmed. */
export function useEdit(message: MessageView | undefined, channel: string | undefined, onDone: () => void) {
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const id = message?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with the message chosen, not with each of its changes
  useEffect(() => {
    setText(message === undefined ? '' : splitSignature(message.body).text);
  }, [id]);
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
  const changed = message !== undefined && text !== splitSignature(message.body).text;
  return { text, setText, save, busy, changed };
}
