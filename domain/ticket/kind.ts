import type { MediaType } from './events.ts';
import type { MessageExtra } from './extra.ts';

/** Kinds that a message's extra tells, the one that says most of it first. */
export const kindsOfExtra = [
  'unreadable',
  'sticker',
  'viewOnce',
  'poll',
  'interactive',
  'invite',
  'event',
  'unknown',
] as const;

/** What a reader calls a message: finer than `mediaType`, which says what file it carries. */
export type MessageKind = MediaType | (typeof kindsOfExtra)[number] | 'liveLocation';

/** Returns what kind of message this is. */
export const messageKind = (mediaType: MediaType, extra: MessageExtra | null | undefined): MessageKind => {
  if (!extra) return mediaType;
  if (extra.location?.live) return 'liveLocation';
  return kindsOfExtra.find((kind) => extra[kind] !== undefined) ?? mediaType;
};

/** Returns which kind of message carries a file of this type. */
export const kindOfFile = (mime: string): MediaType => {
  const [kind] = mime.split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application';
};
