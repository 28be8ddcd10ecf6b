import { useEffect } from 'react';
import { notify } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { useOpenConversation } from '../conversation/open-conversation.ts';
import type { useDraft } from './use-draft.ts';
import { useEdit } from './use-edit.ts';

/** Returns the text in the field: the draft of a new message, or that of the one being edited. */
export function useWriting(draft: ReturnType<typeof useDraft>) {
  const { ticket, thread, doing } = useOpenConversation();
  const { user } = useSession();
  const chosen = doing.writing;
  /** With the message as it is now, which was chosen as it was then. */
  const writing = chosen && {
    ...chosen,
    message: thread.messages.find(({ id }) => id === chosen.message.id) ?? chosen.message,
  };
  const message = writing?.kind === 'edit' ? writing.message : undefined;
  const edit = useEdit({ message, userId: user.id, channel: ticket.connection?.channel }, doing.endWriting);
  const endWriting = () => {
    edit.forget();
    doing.endWriting();
  };
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
