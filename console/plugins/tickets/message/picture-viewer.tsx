import Lightbox from 'yet-another-react-lightbox';
import Download from 'yet-another-react-lightbox/plugins/download';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { useT } from '../../../shell/i18n.ts';
import { useAuthor } from '../conversation/use-author.ts';
import { useTimes } from '../ticket/use-times.ts';
import type { PictureMessage } from './picture-list.ts';
import { useBackCloses } from './use-back-closes.ts';
import 'yet-another-react-lightbox/styles.css';
import './viewer.css';

export interface ViewerProps {
  readonly pictures: readonly PictureMessage[];
  readonly at: number;
  readonly contact: string;
  readonly onShow: (index: number) => void;
  readonly onClose: () => void;
}

/** The pictures of a conversation over the whole screen: zoom, next and previous, download; arrows, Esc, swipes. */
export function PictureViewer({ pictures, at, contact, onShow, onClose }: ViewerProps) {
  const t = useT();
  const times = useTimes();
  const author = useAuthor();
  useBackCloses(onClose);
  const nameOf = (message: PictureMessage) =>
    message.media?.name || t('tickets.message.imageOf', { name: author(message, contact) });
  const currentPicture = pictures[at];
  const only = pictures.length === 1 ? () => null : undefined;
  return (
    <Lightbox
      open
      close={onClose}
      className="tk-viewer"
      index={at}
      slides={pictures.map((message) => ({
        src: message.mediaUrl,
        alt: nameOf(message),
        download: { url: message.mediaUrl, filename: nameOf(message) },
        ...(message.media?.width && { width: message.media.width }),
        ...(message.media?.height && { height: message.media.height }),
      }))}
      plugins={[Zoom, Download]}
      carousel={{ finite: true, preload: 1, padding: '0px' }}
      // A small one is not blown up by itself, but may be looked at closely.
      zoom={{ maxZoomPixelRatio: 4, scrollToZoom: true }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      animation={
        matchMedia('(prefers-reduced-motion: reduce)').matches
          ? { fade: 0, swipe: 0, zoom: 0 }
          : { fade: 150 }
      }
      on={{ view: ({ index }) => onShow(index) }}
      render={{
        buttonPrev: only,
        buttonNext: only,
        controls: () =>
          currentPicture === undefined ? null : (
            <p className="tk-viewer-title col px-16 center-x ink">
              <b className="trunc">{nameOf(currentPicture)}</b>
              <span className="small muted trunc lh-18">
                {author(currentPicture, contact)} · {times.date(currentPicture.createdAt)}
                {pictures.length === 1
                  ? null
                  : ` · ${t('tickets.viewer.place', { at: at + 1, of: pictures.length })}`}
              </span>
            </p>
          ),
      }}
      labels={{
        Lightbox: t('tickets.viewer.name'),
        'Photo gallery': t('tickets.viewer.name'),
        Carousel: t('tickets.viewer.carousel'),
        Slide: t('tickets.viewer.slide'),
        '{index} of {total}': t('tickets.viewer.place', { at: '{index}', of: '{total}' }),
        Previous: t('tickets.viewer.previous'),
        Next: t('tickets.viewer.next'),
        Close: t('tickets.close'),
        Download: t('tickets.viewer.download'),
        'Zoom in': t('tickets.viewer.zoomIn'),
        'Zoom out': t('tickets.viewer.zoomOut'),
      }}
    />
  );
}
