import type { TicketView } from '../../../../contract/ticket.ts';
import type { MessageKind } from '../../../../domain/ticket/kind.ts';
import type { Translate } from '../history/sentences.ts';
import { withoutMarks } from '../message/parse-rich-text.ts';
import { kindWord } from '../ticket/kinds.ts';
import { splitSignature } from '../ticket/signature.ts';

type Preview = NonNullable<TicketView['preview']>;

/** The spec's: a condensed list shows so much of a message. */
const CONDENSED_LENGTH = 20;

/** Returns twenty characters, as people count them, and an ellipsis; what is shorter stays whole. */
export function condense(text: string): string {
  const characters = [...text.replaceAll(/\s+/gu, ' ')];
  return characters.length > CONDENSED_LENGTH
    ? `${characters.slice(0, CONDENSED_LENGTH).join('').trimEnd()}…`
    : text;
}

/** What a list's second line says of the last message. */
export interface PreviewLine {
  /** Which icon stands before it; none before plain text. */
  readonly media: Exclude<MessageKind, 'chat'> | undefined;
  readonly text: string;
  /** Of an own message: how far it has come. */
  readonly ack: number | undefined;
  readonly failed: boolean;
}

const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Kinds whose own words say enough: the icon before them says the rest. */
const spokenKinds = new Set<MessageKind>(['image', 'video', 'interactive']);

function describePreview(preview: Preview, kind: MessageKind, t: Translate): string {
  // A signature would push what was said out of a list's one line.
  const body = withoutMarks(preview.fromMe ? splitSignature(preview.body).text : preview.body);
  if (kind === 'chat') return body;
  const word = kindWord(kind, preview.unknown, t);
  if (kind === 'audio')
    return preview.seconds === undefined ? word : `${word} · ${duration(preview.seconds)}`;
  if (kind === 'application') return body === '' ? (preview.fileName ?? word) : body;
  if (spokenKinds.has(kind)) return body === '' ? word : body;
  const about = preview.about ?? body;
  return about === '' ? word : `${word} · ${about}`;
}

/**
 * Returns what is said where a contact reacted last, to this message or to one before it; undefined: they did not.
 */
function reactionText({ reaction, id }: Preview, words: string, t: Translate): string | undefined {
  if (reaction === undefined) return undefined;
  const { emoji, name, messageId } = reaction;
  const key = `tickets.row.reacted${name === null ? '' : 'By'}`;
  return messageId === id
    ? t(`${key}.to`, { emoji, name: name ?? '', text: words })
    : t(key, { emoji, name: name ?? '' });
}

export function previewLine(preview: Preview | null, t: Translate): PreviewLine {
  const plainPreview = { media: undefined, ack: undefined, failed: false };
  if (preview === null) return { ...plainPreview, text: t('tickets.row.noMessages') };
  if (preview.isErased) return { ...plainPreview, text: t('tickets.message.erased') };
  if (preview.isDeleted)
    return {
      ...plainPreview,
      // What never left was not taken back from anybody.
      text: t(preview.fromMe && preview.failed ? 'tickets.row.discarded' : 'tickets.row.deleted'),
    };
  const kind = preview.kind ?? preview.mediaType;
  const words = describePreview(preview, kind, t);
  const reaction = preview.failed ? undefined : reactionText(preview, words, t);
  if (reaction !== undefined) return { ...plainPreview, text: reaction };
  return {
    media: kind === 'chat' ? undefined : kind,
    text: words,
    ack: preview.fromMe ? preview.ack : undefined,
    failed: preview.failed,
  };
}
