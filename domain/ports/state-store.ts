/** A value with the version it was written at; versions come from one counter per store and only grow (a fencing number). */
export interface StateEntry<T = unknown> {
  readonly key: string;
  readonly value: T;
  readonly version: number;
  /** Milliseconds since the epoch by the store's clock. */
  readonly expiresAt?: number;
}

export interface SetOptions {
  /** Undefined: whatever stands there. null: nothing. A number: that version. */
  readonly expected?: number | null;
  readonly ttlMs?: number;
  /**
   * No write waits for the disk: when the machine's power fails an earlier value may stand there again. For what is true for seconds
   * only, or from whose earlier value all is done again without harm. The end of a process takes nothing back.
   */
  readonly passing?: boolean;
}

export interface DeleteOptions {
  readonly expected?: number;
  /** It may be there again when the machine's power fails: what it stands for is done with, and done again does nothing. */
  readonly passing?: boolean;
}

/**
 * What is neither event nor read model: leases, encrypted credentials, sessions, drafts, presence, idempotency keys,
 * snapshots, pretend phones. Values are JSON. An expired entry reads as absent, by the store's clock.
 */
export interface StateStore {
  get<T>(key: string): Promise<StateEntry<T> | undefined>;
  /** Writes when `expected` matches. Returns the new entry, or undefined when it did not match. */
  set<T>(key: string, value: T, options?: SetOptions): Promise<StateEntry<T> | undefined>;
  delete(key: string, options?: DeleteOptions): Promise<boolean>;
  /** Entries whose key starts with `prefix`, by key in byte order, after key `after` (exclusive). */
  list<T>(prefix: string, options?: { after?: string; limit?: number }): Promise<readonly StateEntry<T>[]>;
  /** This process, as leases name it; absent: the store cannot tell who lives. */
  readonly instance?: string;
  /** True only of an instance that is known to have ended: whatever it held may be taken at once. */
  isGone?(instance: string): boolean;
  /** The store's clock, milliseconds since the epoch. */
  now(): Promise<number>;
  /** Resolves when the store can do its work now: asks the engine, never the process's own memory. Rejects otherwise. */
  ping(): Promise<void>;
  /** Gives back memory that is held for speed alone, where the engine takes it from this process: at rest. */
  giveBack?(): void;
  close(): Promise<void>;
}
