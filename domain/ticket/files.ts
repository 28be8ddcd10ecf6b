import { deriveId } from '../kernel/ids.ts';

/** How far the file of a message that came is. `code`: why it is not there. */
export type FileFacts =
  | { readonly is: 'awaited' }
  | { readonly is: 'attached' }
  | { readonly is: 'failed'; readonly code: string };

/** One object for all: a state holds a thousand messages. */
export const awaitedFile: FileFacts = { is: 'awaited' };
export const attachedFile: FileFacts = { is: 'attached' };

/** Returns the id of a message's file in the media store: fetched twice, it is one file. */
export const fileIdOf = (messageId: string): string => deriveId('file', messageId);
