import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { ApiError } from '../../../shell/api.ts';
import { useSaveForm } from '../../../shell/form/use-save-form.ts';
import { notify } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { useViewer } from '../list/use-lists.ts';
import { patchAnswer } from '../live-cache/patch.ts';
import { createTicket } from '../ticket/calls.ts';
import { keptSearch } from './address.ts';
import type { PickedContact } from './contact-options.ts';
import { type OpenElsewhere, openElsewhere } from './owner-notice.tsx';
import { useNewContact } from './use-new-contact.ts';

/** What stands in the way of the ticket, and is no mistake in a field. */
export type Obstacle = OpenElsewhere | 'noNumber';

const choice = z.string().nullable();

/** Returns the schema of with whom and where; `creating`: the contact is about to be created. */
const schemaOf = (creating: boolean, withoutQueue: boolean) =>
  z
    .object({
      contact: z.custom<PickedContact | null>(),
      queueId: choice,
      connectionId: choice,
      userId: choice,
    })
    .superRefine(({ contact, queueId }, { addIssue }) => {
      const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
      if (contact === null && !creating) refuse('contact', 'tickets.newDialog.contactRequired');
      if (contact?.number === '') refuse('contact', 'tickets.newDialog.noNumber');
      if (queueId === null && !withoutQueue) refuse('queueId', 'tickets.newDialog.queueRequired');
    });
export type NewTicketValues = z.infer<ReturnType<typeof schemaOf>>;

interface Options {
  readonly contact: PickedContact | undefined;
  readonly onClose: () => void;
}

/** Returns the form of a new conversation, the contact created with it, and what stands in its way. */
export function useNewTicket({ contact, onClose }: Options) {
  const cache = useQueryClient();
  const viewer = useViewer();
  const navigate = useNavigate();
  const location = useLocation();
  const { user, can } = useSession();
  const attempt = useAttempt();
  const creation = useNewContact();
  const [obstacle, setObstacle] = useState<Obstacle>();
  const withoutQueue = can('tickets:withoutQueue');

  const open = async (ticketId: string) => {
    onClose();
    await navigate({ pathname: `/tickets/${ticketId}`, search: keptSearch(location) });
  };
  const start = async (contactId: string, { queueId, connectionId, userId }: NewTicketValues) => {
    const request = {
      contactId,
      queueId,
      ...(connectionId !== null && { connectionId }),
      userId: userId ?? user.id,
      status: 'open' as const,
    };
    const ticket = await createTicket(request, attempt(request));
    patchAnswer(cache, viewer, ticket);
    if (ticket.userId === user.id) return open(ticket.id);
    notify.success('tickets.newDialog.opened', { values: { name: ticket.user?.name ?? '' } });
    onClose();
  };
  const values: NewTicketValues = {
    contact: contact ?? null,
    queueId: user.queues.length === 1 ? (user.queues[0]?.id ?? null) : null,
    connectionId: null,
    userId: null,
  };
  const { form, busy, onSubmit } = useSaveForm({
    schema: schemaOf(creation.values !== undefined, withoutQueue),
    values,
    save: async (chosen) => {
      const picked = chosen.contact ?? (await creation.save());
      if (picked === undefined) return;
      // Created once: whatever refuses the ticket, the contact stays chosen.
      form.setValue('contact', picked);
      creation.end();
      try {
        await start(picked.id, chosen);
      } catch (error) {
        const elsewhere = openElsewhere(error);
        // The agent's own ticket with this contact is what they look for.
        if (elsewhere?.user?.id === user.id) await open(elsewhere.id);
        else if (elsewhere !== undefined) setObstacle(elsewhere);
        else if (error instanceof ApiError && error.code === 'ERR_NO_DEF_WAPP_FOUND') setObstacle('noNumber');
        else throw error;
      }
    },
  });
  // Said of another choice.
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => setObstacle(undefined) }),
    [form],
  );
  return { form, busy, onSubmit, creation, obstacle, open, withoutQueue };
}
