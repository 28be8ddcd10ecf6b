import { Bot } from 'lucide-react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';

/** Says that the bot speaks with the contact. */
export function BotChip({ ticket }: { readonly ticket: Pick<TicketView, 'chatbot'> }) {
  const t = useT();
  if (!ticket.chatbot) return null;
  return (
    <span
      className="tk-bot inline gap-4 lh-16 fixed semibold t-accent nowrap bg-soft badge r-xs"
      style={{ padding: '0 5px' }}
      title={t('tickets.bot.speaks')}
    >
      <Bot size={12} aria-hidden="true" />
      {t('tickets.bot')}
    </span>
  );
}
