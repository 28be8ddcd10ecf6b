import type { MediaType } from '../ticket/events.ts';

/** Returns what a bubble shows for a file of this type. */
export const mediaTypeOf = (mime: string | undefined): MediaType => {
  if (mime === undefined) return 'chat';
  const kind = mime.split('/')[0];
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application';
};
