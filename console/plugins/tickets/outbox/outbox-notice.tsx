import Button from '@mui/material/Button';
import { CircleAlert, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useT } from '../../../shell/i18n.ts';
import { unsaid } from './unsaid.ts';
import { useCarriedOutbox } from './use-outbox.ts';

/** What is on its way for a moment only is nobody's worry. */
const LATE_MS = 4_000;

/**
 * Carries the messages on their way for as long as somebody is signed in, whichever page is open, and says which of them
 * still wait or were refused, with the way to their conversation.
 */
export function OutboxNotice() {
  const t = useT();
  const items = useCarriedOutbox();
  const { pathname } = useLocation();
  const [late, setLate] = useState(false);
  const some = items.length > 0;
  useEffect(() => {
    setLate(false);
    if (!some) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [some]);
  const { failed, waiting } = unsaid(items, /^\/tickets\/([^/]+)$/.exec(pathname)?.[1]);
  const [which, told, Icon] =
    failed.length > 0
      ? (['failed', failed, CircleAlert] as const)
      : (['waiting', late ? waiting : [], Clock] as const);
  const [first] = told;
  if (first === undefined) return null;
  return (
    <div role="status" className="banner">
      <Icon className="i" size={18} aria-hidden="true" />
      <span className="grow">{t(`tickets.outbox.${which}`, { smart_count: told.length })}</span>
      <Button size="small" component={Link} to={`/tickets/${first.ticketId}`}>
        {t('tickets.outbox.open')}
      </Button>
    </div>
  );
}
