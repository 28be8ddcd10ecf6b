import Button from '@mui/material/Button';
import { UsersRound, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { ticketCommands } from '../commands/ticket-commands.ts';
import { isOwnChange } from '../live-cache/own-changes.ts';
import { type Move, movedBy } from './moved.ts';

/** Said above a conversation that a colleague has taken, returned or resolved while it was on the screen. */
export function MovedNotice({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const { user } = useSession();
  const before = useRef(ticket);
  const [move, setMove] = useState<Move>();
  useEffect(() => {
    const was = before.current;
    before.current = ticket;
    const next = movedBy(was, ticket, user.id);
    if (next === 'back') setMove(undefined);
    else if (next !== undefined && !isOwnChange(ticket.id)) setMove(next);
  }, [ticket, user.id]);
  return (
    <div role="status" className="fixed">
      {move === undefined ? null : (
        <p className="tk-news px-16 row gap-12 small medium h-44 t-info line-b">
          <UsersRound size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="grow">{t(`tickets.moved.${move.kind}`, { name: move.name })}</span>
          <Button size="small" onClick={() => ticketCommands.dispatch('acceptNext')}>
            {t('tickets.goNext')}
          </Button>
          <IconButton small icon={X} label={t('tickets.close')} onClick={() => setMove(undefined)} />
        </p>
      )}
    </div>
  );
}
