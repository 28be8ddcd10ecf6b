/** What is known about a stored file. `mime` is what the bytes were found to be, never what the sender claimed. */
export interface MediaInfo {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

/** Bytes. A limit of 0 is none. */
export interface StorageUse {
  readonly limitBytes: number;
  readonly usedBytes: number;
}

/** A file as a listing tells of it. `touchedAt`: when it was stored or found by `reuse`, milliseconds since the epoch. */
export interface ListedMedia {
  readonly companyId: string;
  readonly id: string;
  readonly touchedAt: number;
}

/** Files by company and id (UUID v7; never a path from user input). `put` is durable when it resolves. */
export interface MediaStore {
  put(
    info: Omit<MediaInfo, 'size'>,
    content: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<MediaInfo>;
  stat(companyId: string, id: string): Promise<MediaInfo | undefined>;
  /**
   * As `stat`, for who is about to refer to a file that may be lying here for long: from now on it counts as new, and
   * `deleteOlder` spares it.
   */
  reuse(companyId: string, id: string): Promise<MediaInfo | undefined>;
  /** Everything a company keeps, in no order, what an upload that broke off left behind too. */
  list(companyId: string): AsyncIterable<ListedMedia>;
  /** `start` and `end` are inclusive byte offsets. */
  open(
    companyId: string,
    id: string,
    range?: { start: number; end: number },
  ): Promise<AsyncIterable<Uint8Array>>;
  delete(companyId: string, id: string): Promise<void>;
  /** Deletes a file unless it was touched at `instant` (milliseconds since the epoch) or later. Returns whether it did. */
  deleteOlder(companyId: string, id: string, instant: number): Promise<boolean>;
  /** What a company keeps, where that is counted. */
  use?(companyId: string): Promise<StorageUse>;
  close(): Promise<void>;
}

export class MediaTooLargeError extends Error {
  override readonly name = 'MediaTooLargeError';
}

/** The company keeps as much as it may. */
export class StorageLimitError extends Error implements StorageUse {
  override readonly name = 'StorageLimitError';
  readonly limitBytes: number;
  readonly usedBytes: number;
  constructor({ limitBytes, usedBytes }: StorageUse) {
    super(`${usedBytes} of ${limitBytes} bytes are used`);
    this.limitBytes = limitBytes;
    this.usedBytes = usedBytes;
  }
}
