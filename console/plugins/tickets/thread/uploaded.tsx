import type { MessageView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { useUploaded } from '../presence/use-presence.ts';

/** How far a file on its way out is, beside the clock of its bubble. */
export const Uploaded = ({ message }: { readonly message: Pick<MessageView, 'id' | 'ticketId'> }) => {
  const t = useT();
  const percent = useUploaded(message.ticketId, message.id);
  if (percent === undefined) return null;
  return (
    <span className="tk-uploaded num" title={t('tickets.file.uploading', { percent })}>
      {`${percent}%`}
    </span>
  );
};
