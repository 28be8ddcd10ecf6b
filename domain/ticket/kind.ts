import { z } from 'zod';
import { type MediaType, mediaType } from './events.ts';
import type { MessageExtra } from './extra.ts';

const ofExtra = [
  'sticker',
  'viewOnce',
  'poll',
  'interactive',
  'invite',
  'event',
  'unreadable',
  'unknown',
] as const;

/** What a reader calls a message: finer than `mediaType`, which says what file it carries. */
export const messageKinds = z.enum([...mediaType.options, ...ofExtra, 'liveLocation']);
export type MessageKind = z.output<typeof messageKinds>;

/** Returns what kind of message this is. */
export const messageKind = (mediaType: MediaType, extra: MessageExtra | null | undefined): MessageKind => {
  if (!extra) return mediaType;
  if (extra.location?.live) return 'liveLocation';
  return ofExtra.find((kind) => extra[kind] !== undefined) ?? mediaType;
};
