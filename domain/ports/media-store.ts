/** What is known about a stored file. `mime` is what the bytes were found to be, never what the sender claimed. */
export interface MediaInfo {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

/** Files by company and id (UUID v7; never a path from user input). `put` is durable when it resolves. */
export interface MediaStore {
  put(
    info: Omit<MediaInfo, 'size'>,
    content: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<MediaInfo>;
  stat(companyId: string, id: string): Promise<MediaInfo | undefined>;
  /** `start` and `end` are inclusive byte offsets. */
  open(
    companyId: string,
    id: string,
    range?: { start: number; end: number },
  ): Promise<AsyncIterable<Uint8Array>>;
  delete(companyId: string, id: string): Promise<void>;
  close(): Promise<void>;
}

export class MediaTooLargeError extends Error {
  override readonly name = 'MediaTooLargeError';
}
