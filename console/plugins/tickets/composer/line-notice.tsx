import { PlugZap } from 'lucide-react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useConnectionDown } from '../../../shell/connections.ts';
import { useT } from '../../../shell/i18n.ts';

/** What is written now will wait: said before it is sent, not found out afterwards. */
export function LineNotice({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const down = useConnectionDown(ticket.connection?.id);
  return (
    <div role="status">
      {down ? (
        <p className="tk-line-down row mb-8 small lh-18 t-warning r-md bg-warning p-8-12">
          <PlugZap size={16} aria-hidden="true" />
          <span>{t('tickets.composer.down', { name: ticket.connection?.name })}</span>
        </p>
      ) : null}
    </div>
  );
}
