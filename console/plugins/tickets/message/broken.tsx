import { ImageOff } from 'lucide-react';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';

/** A file that is not there, with the reason the server gave. */
export function Broken({ message }: { readonly message: Pick<MessageView, 'mediaError' | 'media'> }) {
  const t = useT();
  const { mediaError, media } = message;
  return (
    <span className="row body lh-20 muted">
      <ImageOff size={16} aria-hidden="true" />
      <span>
        {media?.name === undefined || media.name === '' ? null : <b>{media.name}: </b>}
        {mediaError === null
          ? t('tickets.message.mediaError')
          : t(`errors.${mediaError}`, { _: t('tickets.message.mediaError') })}
      </span>
    </span>
  );
}
