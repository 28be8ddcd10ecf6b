import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { useUploaded } from '../presence/feed.ts';

/** How far a file on its way out is, beside the clock of its bubble. */
export function Uploaded({ message }: { readonly message: Pick<MessageView, 'id' | 'ticketId'> }) {
  const t = useT();
  const percent = useUploaded(message.ticketId, message.id);
  if (percent === undefined) return null;
  return (
    <span
      className="tk-uploaded semibold num right"
      style={{ minWidth: '4ch' }}
      title={t('tickets.file.uploading', { percent })}
    >
      {`${percent}%`}
    </span>
  );
}
