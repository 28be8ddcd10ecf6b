import { Bot } from 'lucide-react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import './bot-chip.css';

/** Says that the bot speaks with the contact. */
export function BotChip({ ticket }: { readonly ticket: Pick<TicketView, 'chatbot'> }) {
  const t = useT();
  if (!ticket.chatbot) return null;
  return (
    <span
      className="tk-bot inline fixed semibold t-accent nowrap bg-soft badge r-xs"
      title={t('tickets.bot.speaks')}
    >
      <Bot size={12} aria-hidden="true" />
      {t('tickets.bot')}
    </span>
  );
}
