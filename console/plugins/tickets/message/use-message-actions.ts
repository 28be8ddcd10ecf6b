import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { v7 as newId } from 'uuid';
import { channelOf } from '../../../../channels/known.ts';
import type { MessageView } from '../../../../contract/message.ts';
import { ApiError } from '../../../shell/api.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { createContact } from '../../contacts/offers/calls.ts';
import { emptyContact } from '../../contacts/offers/form.ts';
import { focusComposer } from '../commands/focus-composer.ts';
import { patchMessageAnswer } from '../live-cache/patch.ts';
import type { PickedContact } from '../new-ticket/contact-picker.tsx';
import type { Outbox } from '../outbox/outbox.ts';
import { deleteMessage, fetchFile, reactTo, retryMessage } from '../ticket/calls.ts';
import type { MessageActions } from './message-menu.tsx';
import type { ShownVersions } from './versions.tsx';

/** What the composer is about when it is not a new message. */
export type Writing = { readonly kind: 'reply' | 'edit'; readonly message: MessageView } | undefined;

/** Returns the contact of a card, created or known already; undefined when that failed (and was told). */
async function keepCard(card: { name: string; number: string }) {
  try {
    const contact = await createContact({ ...emptyContact, ...card }, newId());
    return 'invalido' in contact ? 'outside' : contact;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_WAPP_INVALID_CONTACT') return 'outside';
    notifyError(error);
    return undefined;
  }
}

/**
 * Returns what may be done with the messages of a thread, and what of it is under way. `open`: the ticket takes
 * messages, on a channel that can what is offered.
 */
export function useMessageActions(open: boolean, channel: string | undefined, outbox: Outbox) {
  const cache = useQueryClient();
  const { can } = useSession();
  const [writing, setWriting] = useState<Writing>();
  const [deleting, setDeleting] = useState<MessageView>();
  const [versions, setVersions] = useState<ShownVersions>();
  const [talkTo, setTalkTo] = useState<PickedContact>();
  const auditor = can('ticket:history');
  const able = channelOf(channel)?.can;

  const actions = useMemo<MessageActions>(() => {
    // Asked when it matters: actions that changed with each message on its way would draw a thousand bubbles anew.
    const waiting = (id: string) => outbox.list().some((item) => item.id === id);
    const answered = (message: MessageView) => patchMessageAnswer(cache, message);
    return {
      onCopy: (text) => {
        navigator.clipboard.writeText(text).then(() => notify.success('tickets.message.copied'), notifyError);
      },
      onTalk: async (card) => {
        const kept = await keepCard(card);
        if (kept === undefined || kept === 'outside') return kept;
        setTalkTo(kept.existingContact ?? kept);
        return undefined;
      },
      onSave: async (card) => {
        const kept = await keepCard(card);
        if (kept === undefined || kept === 'outside') return kept;
        if (kept.alreadyExists === true) notify.info('contact.known');
        else notify.success('contact.saved');
        return undefined;
      },
      onFetchFile: (message) => {
        fetchFile(message.id).then(answered, notifyError);
      },
      ...(auditor && { onVersions: (message, anchor) => setVersions({ message, anchor }) }),
      ...(open && {
        onRetry: (message: MessageView) => {
          if (waiting(message.id)) outbox.retry(message.id);
          else retryMessage(message.id).then(answered, notifyError);
        },
        ...(able?.quote !== false && {
          onReply: (message: MessageView) => setWriting({ kind: 'reply', message }),
        }),
        ...(able?.edit !== false && {
          onEdit: (message: MessageView) => setWriting({ kind: 'edit', message }),
        }),
        ...(able?.delete !== false && { onDelete: setDeleting }),
        ...(able?.reaction && {
          onReact: (message: MessageView, emoji: string) =>
            void reactTo(message.id, emoji).then(answered, notifyError),
        }),
        onDiscard: (message: MessageView) => {
          if (waiting(message.id)) outbox.discard(message.id);
          else deleteMessage(message.id).then(answered, notifyError);
          // Its button is gone: the focus would be at the page's top.
          focusComposer();
        },
      }),
    };
  }, [open, able, outbox, auditor, cache]);
  return {
    actions,
    writing,
    /** @param of ends it only while it is about this message, which was saved meanwhile; undefined: whatever it is about */
    endWriting: (of?: MessageView) =>
      setWriting((now) => (of === undefined || now?.message.id === of.id ? undefined : now)),
    edit: (message: MessageView) => actions.onEdit?.(message),
    deleting,
    endDeleting: () => setDeleting(undefined),
    remove: async (message: MessageView) => patchMessageAnswer(cache, await deleteMessage(message.id)),
    versions,
    endVersions: () => setVersions(undefined),
    talkTo,
    endTalk: () => setTalkTo(undefined),
  };
}
