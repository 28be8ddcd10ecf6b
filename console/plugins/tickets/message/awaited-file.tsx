import { FileX, ImageOff, LoaderCircle, MicOff, RotateCw, VideoOff } from 'lucide-react';
import type { ComponentType, CSSProperties } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { mayFetchAgain } from '../../../../domain/ticket/fetch-again.ts';
import { useLocale, useT } from '../../../shell/i18n.ts';
import { fileKind, fileSize } from './media.ts';
import type { MessageActions } from './message-menu.tsx';
import { clock } from './wave.ts';

type Awaiting = MessageView & { readonly file: NonNullable<MessageView['file']> };

/** Whether a message's file is not there: on its way, or not to be had. */
export const awaitsFile = (message: MessageView): message is Awaiting =>
  message.file !== null && message.mediaUrl === null;

const lostIcons: Partial<Record<MessageView['mediaType'], ComponentType<{ size?: number }>>> = {
  image: ImageOff,
  video: VideoOff,
  audio: MicOff,
};

function Mark({
  message,
  size,
  shape = '',
}: {
  readonly message: Awaiting;
  readonly size: number;
  readonly shape?: string;
}) {
  const Lost = lostIcons[message.mediaType] ?? FileX;
  const coming = message.mediaError === null;
  return (
    <span
      className={`tk-coming-mark middle fixed ${shape} ${coming ? 't-accent' : 'muted'}`}
      aria-hidden="true"
    >
      {coming ? <LoaderCircle className="spin" size={size} /> : <Lost size={size} />}
    </span>
  );
}

/**
 * The place of a file that is not there, of the shape and size it will have: nothing moves when it comes. Says what its
 * sender says of it.
 */
export function AwaitedFile({ message }: { readonly message: Awaiting }) {
  const t = useT();
  const locale = useLocale();
  const { file, mediaType, mediaError } = message;
  const coming = mediaError === null;
  const facts = [
    fileKind(file.name, file.mime),
    ...(file.seconds === undefined ? [] : [clock(file.seconds)]),
    ...(file.size === undefined ? [] : [fileSize(file.size, locale)]),
  ]
    .filter(Boolean)
    .join(' · ');
  const state = t(coming ? 'tickets.file.coming' : 'tickets.file.missing');
  const classes = (name: string) => `${name} tk-coming`;

  if (mediaType === 'image' || mediaType === 'video') {
    const film = mediaType === 'video';
    const { width = film ? 16 : undefined, height = film ? 9 : undefined } = file;
    const shape: CSSProperties & { '--tk-pic-height'?: string } =
      width && height
        ? {
            aspectRatio: `${width} / ${height}`,
            ...(!film && { '--tk-pic-height': `${height}px` }),
          }
        : {};
    return (
      <div
        className={classes(`${film ? 'tk-video' : 'tk-pic'} center-x centered gap-2 muted`)}
        style={shape}
        aria-busy={coming}
      >
        <Mark message={message} size={22} />
        <b className="body lh-18 medium ink">{state}</b>
        <small className="lh-16 trunc max-full">
          {file.name} · {facts}
        </small>
      </div>
    );
  }
  if (mediaType === 'audio')
    return (
      <div className={classes('tk-audio flex gap-12 top max-full')} aria-busy={coming}>
        <Mark message={message} size={18} shape="tk-ic round" />
        <div className="grow">
          <div className="tk-wave row">
            <b className="trunc body lh-18 medium ink">{state}</b>
          </div>
          <small className="block lh-16 mt-2 tk-dim">{facts}</small>
        </div>
      </div>
    );
  return (
    <div className={classes('tk-file row gap-12 p-8 r-md')} aria-busy={coming}>
      <Mark message={message} size={20} shape="tk-ic" />
      <div className="grow">
        <p className="body lh-18 medium trunc">{file.name}</p>
        <small className="lh-16 tk-dim">
          {facts} · {state}
        </small>
      </div>
    </div>
  );
}

interface FailureProps {
  readonly message: MessageView;
  readonly onFetchFile: MessageActions['onFetchFile'];
}

/** Below a bubble: why its file is not there, and another try where one may help. */
export function FileFailure({ message, onFetchFile }: FailureProps) {
  const t = useT();
  const { mediaError } = message;
  if (!awaitsFile(message) || mediaError === null || message.isDeleted || message.isErased) return null;
  return (
    <div className="tk-fail caption lh-16 t-danger tk-file-fail row phone-wrap mt-4" role="status">
      <span>{t(`errors.${mediaError}`, { _: t('tickets.message.mediaError') })}</span>
      {onFetchFile === undefined || !mayFetchAgain(mediaError) ? null : (
        <button className="tag tag-lg c-err at tk-felt" type="button" onClick={() => onFetchFile(message)}>
          <RotateCw size={13} aria-hidden="true" />
          {t('tickets.failed.retry')}
        </button>
      )}
    </div>
  );
}
