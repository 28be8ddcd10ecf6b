import { useEffect, useRef } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { notify } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { useOpenConversation } from '../conversation/open-conversation.ts';
import type { useDraft } from './use-draft.ts';
import { useEdit } from './use-edit.ts';

/** Says that somebody else has changed the message that is being edited: what is saved takes the place of theirs. */
function useOthersEdit(message: MessageView | undefined, userId: string): void {
  const before = useRef(message);
  useEffect(() => {
    const was = before.current;
    before.current = message;
    if (message === undefined || message.isDeleted || was?.id !== message.id || was.body === message.body)
      return;
    if (message.editedBy?.id !== userId) notify.info('tickets.composer.changed');
  }, [message, userId]);
}

/** Returns the text in the field: the draft of a new message, or that of the one being edited. */
export function useWriting(draft: ReturnType<typeof useDraft>) {
  const { ticket, thread, doing } = useOpenConversation();
  const { user } = useSession();
  const { endWriting } = doing;
  const chosen = doing.writing;
  /** With the message as it is now, which was chosen as it was then. */
  const writing = chosen && {
    ...chosen,
    message: thread.messages.find(({ id }) => id === chosen.message.id) ?? chosen.message,
  };
  const message = writing?.kind === 'edit' ? writing.message : undefined;
  const edit = useEdit({ message, userId: user.id, channel: ticket.connection?.channel }, endWriting);
  useOthersEdit(message, user.id);
  const isNew = message === undefined;
  /** What is answered or edited was deleted meanwhile. */
  const gone = writing?.message.isDeleted === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, with the text as it stands then
  useEffect(() => {
    if (!gone) return;
    notify.info('tickets.composer.gone');
    // What was typed into it is not taken away with it.
    if (!isNew && draft.body === '' && edit.changed) draft.change(edit.text);
    endWriting();
  }, [gone]);
  return {
    writing,
    endWriting,
    isNew,
    text: isNew ? draft.body : edit.text,
    setText: isNew ? draft.change : edit.setText,
    saveEdit: edit.save,
    busy: edit.busy,
  };
}
