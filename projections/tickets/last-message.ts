import type { z } from 'zod';
import type { ticketEvents } from '../../domain/ticket/events.ts';
import { messageKind } from '../../domain/ticket/kind.ts';
import type { LastMessage } from './document.ts';

// What lists say of a ticket's last message.

type Received = z.output<(typeof ticketEvents)['MessageReceived']>;

const previewLength = 120;
const halfOfAPair = /[\uD800-\uDBFF]$/;

/** Returns the beginning of a text, no character cut in two. */
export const preview = (body: string): string =>
  body.length <= previewLength ? body : body.slice(0, previewLength).replace(halfOfAPair, '');

/** Returns what is said of a file instead of a text. */
export const aboutFile = (file: Received['file']): Pick<LastMessage, 'seconds' | 'fileName'> => ({
  ...(file?.seconds !== undefined && { seconds: file.seconds }),
  ...(file && { fileName: file.name }),
});

const kindOf = ({ mediaType, extra }: Pick<Received, 'mediaType' | 'extra'>) => {
  const kind = messageKind(mediaType, extra);
  const about = extra?.event?.name ?? extra?.invite?.group;
  return {
    ...(kind !== mediaType && { kind }),
    ...(about && { about: preview(about) }),
    ...(extra?.unknown && { unknown: extra.unknown.kind }),
  };
};

/** Returns a message as the last one of its ticket. */
export const lastMessage = (
  data: Pick<Received, 'messageId' | 'body' | 'mediaType' | 'media' | 'file' | 'extra'>,
  lastSaid: Pick<LastMessage, 'fromMe' | 'ack' | 'at'>,
): LastMessage => ({
  id: data.messageId,
  body: preview(data.body),
  mediaType: data.mediaType,
  fromMe: lastSaid.fromMe,
  ack: lastSaid.ack,
  failed: false,
  isDeleted: false,
  ...kindOf(data),
  ...aboutFile(data.media ?? data.file),
  at: lastSaid.at,
});
