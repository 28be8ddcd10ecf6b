import { useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { Broken } from './broken.tsx';
import { useOpenPicture } from './pictures.tsx';

/**
 * An image in a bubble, whole: a tall one is narrow, a small one is not blown up. Its box has the final size before it
 * loads, so that the thread does not move.
 */
export function Picture({ message, author }: { readonly message: MessageView; readonly author: string }) {
  const t = useT();
  const open = useOpenPicture();
  const [broken, setBroken] = useState(false);
  const { media, mediaUrl } = message;
  if (mediaUrl === null || broken) return <Broken message={message} />;
  const { width, height } = media ?? {};
  const size =
    width && height ? { aspectRatio: `${width} / ${height}`, '--tk-pic-height': `${height}px` } : {};
  const alt = media?.name ?? t('tickets.message.imageOf', { name: author });
  return (
    <button
      type="button"
      className="tk-pic"
      style={size}
      aria-haspopup="dialog"
      aria-label={`${t('tickets.message.openImage')}: ${alt}`}
      onClick={() => open(message.id)}
    >
      <img
        className="block"
        src={mediaUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    </button>
  );
}
