import { useSession } from '../../../shell/session.tsx';
import { useOpenConversation } from '../conversation/open-conversation.ts';
import { signBody } from '../ticket/signature.ts';
import { outgoing } from './outgoing.ts';
import { isTooLong } from './too-long.ts';
import type { AttachedFilesState } from './use-attached.ts';

interface Content {
  readonly body: string;
  readonly attached: AttachedFilesState;
  /** The text begins with the agent's name. */
  readonly sign: boolean;
}

/** Returns how a new message goes into the outbox; `false` when there is nothing to send, or too much. */
export function useSending() {
  const { user } = useSession();
  const { ticket, thread, doing } = useOpenConversation();
  return ({ body, attached, sign }: Content): boolean => {
    if (body === '' && attached.files.length === 0) return false;
    const whole = body !== '' && sign ? signBody(user.name, body) : body;
    if (isTooLong(whole, ticket.connection?.channel)) return false;
    const { files } = attached;
    const replyTo = doing.writing?.message;
    for (const message of outgoing({ ticketId: ticket.id, body: whole, files, replyTo }))
      thread.outbox.add(message);
    attached.clear();
    doing.endWriting();
    return true;
  };
}
