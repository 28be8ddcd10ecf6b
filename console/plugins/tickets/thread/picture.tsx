import Dialog from '@mui/material/Dialog';
import { Download, X } from 'lucide-react';
import { useState } from 'react';
import type { MessageView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { Broken } from './broken.tsx';

/** An image in a bubble; its box has the final size before it loads, so that the thread does not move. */
export const Picture = ({ message, author }: { readonly message: MessageView; readonly author: string }) => {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  const { media, mediaUrl } = message;
  if (mediaUrl === null || broken) return <Broken message={message} />;
  const width = media?.width ?? 4;
  const height = media?.height ?? 3;
  const alt = media?.name ?? t('tickets.message.imageOf', { name: author });
  return (
    <>
      <button
        type="button"
        className="tk-pic"
        style={{ aspectRatio: `${width} / ${Math.min(height, width * 1.4)}` }}
        aria-label={`${t('tickets.message.openImage')}: ${alt}`}
        onClick={() => setOpen(true)}
      >
        <img src={mediaUrl} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        maxWidth={false}
        slotProps={{ paper: { className: 'tk-lightbox', 'aria-label': alt } }}
      >
        <div className="tk-lightbox-bar">
          <span className="tk-trunc">{alt}</span>
          <a
            href={mediaUrl}
            download={media?.name ?? true}
            aria-label={t('tickets.message.download', { name: alt })}
          >
            <Download size={18} aria-hidden="true" />
          </a>
          <button type="button" onClick={() => setOpen(false)} aria-label={t('tickets.close')}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        <img src={mediaUrl} alt={alt} />
      </Dialog>
    </>
  );
};
