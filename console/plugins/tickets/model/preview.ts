import type { TicketView } from '../../../../domain/views/index.ts';
import { withoutMarks } from './rich-text.ts';
import type { Translate } from './sentences.ts';
import { splitSignature } from './signature.ts';

type Preview = NonNullable<TicketView['preview']>;

/** The spec's: a condensed list shows so much of a message. */
export const CONDENSED_LENGTH = 20;

/** Twenty characters, as people count them, and an ellipsis; what is shorter stays whole. */
export const condensed = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/gu, ' ')];
  return characters.length > CONDENSED_LENGTH
    ? `${characters.slice(0, CONDENSED_LENGTH).join('').trimEnd()}…`
    : text;
};

/** What a list's second line says of the last message. */
export interface PreviewLine {
  /** Which icon stands before it; none before plain text. */
  readonly media: Exclude<Preview['mediaType'], 'chat'> | undefined;
  readonly text: string;
  /** Of an own message: how far it has come. */
  readonly ack: number | undefined;
  readonly failed: boolean;
}

const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

const described = (preview: Preview, t: Translate): string => {
  // A signature would push what was said out of a list's one line.
  const body = withoutMarks(preview.fromMe ? splitSignature(preview.body).text : preview.body);
  const { mediaType } = preview;
  if (mediaType === 'chat') return body;
  const kind = t(`tickets.kind.${mediaType}`);
  if (mediaType === 'audio')
    return preview.seconds === undefined ? kind : `${kind} · ${duration(preview.seconds)}`;
  if (mediaType === 'application') return body === '' ? (preview.fileName ?? kind) : body;
  if (mediaType === 'image' || mediaType === 'video') return body === '' ? kind : body;
  return body === '' ? kind : `${kind} · ${body}`;
};

export const previewLine = (preview: Preview | null, t: Translate): PreviewLine => {
  const plain = { media: undefined, ack: undefined, failed: false };
  if (preview === null) return { ...plain, text: t('tickets.row.noMessages') };
  if (preview.isErased) return { ...plain, text: t('tickets.message.erased') };
  if (preview.isDeleted)
    return {
      ...plain,
      // What never left was not taken back from anybody.
      text: t(preview.fromMe && preview.failed ? 'tickets.row.discarded' : 'tickets.row.deleted'),
    };
  return {
    media: preview.mediaType === 'chat' ? undefined : preview.mediaType,
    text: described(preview, t),
    ack: preview.fromMe ? preview.ack : undefined,
    failed: preview.failed,
  };
};
