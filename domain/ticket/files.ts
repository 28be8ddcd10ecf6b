import { deriveId } from '../kernel/ids.ts';

/** How far the file of a message that came is. `code`: why it is not there. */
export type FileFacts =
  | { readonly is: 'awaited' }
  | { readonly is: 'attached' }
  | { readonly is: 'failed'; readonly code: string };

/** One object for all: a state holds a thousand messages. */
export const awaited: FileFacts = { is: 'awaited' };
export const attached: FileFacts = { is: 'attached' };

/** Whether another try may bring a file: not of what is too large, of a kind that is not taken, or gone for good. */
const mayComeYet: ReadonlySet<string> = new Set(['ERR_WAPP_DOWNLOAD_MEDIA', 'ERR_STORAGE_LIMIT']);
export const mayFetchAgain = (code: string): boolean => mayComeYet.has(code);

/** Names the file of a message in the media store: fetched twice, it is one file. */
export const fileIdOf = (messageId: string): string => deriveId('file', messageId);
