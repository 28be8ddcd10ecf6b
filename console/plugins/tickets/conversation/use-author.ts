import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';

/** Returns who wrote a message, as its bubble calls them. */
export function useAuthor() {
  const t = useT();
  return (message: MessageView, contact: string): string => {
    if (!message.fromMe) return message.participant?.name ?? message.contact?.name ?? contact;
    if (message.automatic !== null) return t('tickets.message.automatic');
    return message.user?.name ?? t('tickets.message.phone');
  };
}
