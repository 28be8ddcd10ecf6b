import Button from '@mui/material/Button';
import { CircleAlert } from 'lucide-react';
import { inScope } from '../../../../domain/access/policy.ts';
import { ApiError } from '../../../shell/api.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';

/** The ticket that stands in the way, as ERR_OTHER_OPEN_TICKET tells of it. */
export interface OpenElsewhere {
  readonly id: string;
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly queue: { readonly id: string; readonly name: string } | null;
}

/** Returns what the refusal's details say; undefined when it is another one. */
export function openElsewhere(error: unknown): OpenElsewhere | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') return undefined;
  const { ticket, user, queue } = (error.details ?? {}) as {
    ticket?: { id?: string };
    user?: OpenElsewhere['user'];
    queue?: OpenElsewhere['queue'];
  };
  return ticket?.id === undefined ? undefined : { id: ticket.id, user: user ?? null, queue: queue ?? null };
}

interface Props {
  readonly other: OpenElsewhere;
  readonly onOpen: (ticketId: string) => void;
}

/** Who has the contact's ticket already, with the way to it for those who may see it. */
export function OwnerNotice({ other, onOpen }: Props) {
  const t = useT();
  const { scope } = useSession();
  const queue = other.queue?.name ?? t('tickets.row.noQueue');
  const visible = inScope(scope, { queueId: other.queue?.id ?? null, userId: other.user?.id ?? null });
  return (
    <div className="banner r-md" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <div className="grow">
        <b>{t('tickets.newDialog.other.title')}</b>
        <p>
          {other.user === null
            ? t('tickets.newDialog.otherPending', { queue })
            : t('tickets.newDialog.other', { user: other.user.name, queue })}
        </p>
      </div>
      {visible ? (
        <Button variant="outlined" onClick={() => onOpen(other.id)}>
          {t('tickets.newDialog.other.open')}
        </Button>
      ) : null}
    </div>
  );
}
