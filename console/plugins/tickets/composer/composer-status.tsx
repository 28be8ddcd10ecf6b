import { useStore } from 'zustand/react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import type { Outbox } from '../outbox/outbox.ts';
import type { DraftState } from './draft-keeper.ts';

interface Props {
  readonly ticket: TicketView;
  readonly outbox: Outbox;
  readonly draft: DraftState;
}

/** What the agent may want to know about the text: messages that wait, whose ticket it is, where the draft is kept. */
export function ComposerStatus({ ticket, outbox, draft }: Props) {
  const t = useT();
  const { user } = useSession();
  const items = useStore(outbox.store);
  const waiting = items.filter((item) => item.ticketId === ticket.id && item.state === 'waiting').length;
  const foreignAgent = ticket.user !== null && ticket.userId !== user.id ? ticket.user.name : undefined;
  const text =
    waiting > 0
      ? t('tickets.composer.queued', { smart_count: waiting })
      : draft !== 'none'
        ? t(draft === 'saved' ? 'tickets.composer.saved' : 'tickets.composer.savedHere')
        : foreignAgent === undefined
          ? ''
          : t('tickets.foreign.note', { name: foreignAgent });
  return (
    <span className="caption lh-16 subtle anywhere right" role="status">
      {text}
    </span>
  );
}
