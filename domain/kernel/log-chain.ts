import { z } from 'zod';
import type { Mark } from './event-store.ts';
import { streamName } from './stream-names.ts';

/**
 * The log's hash chain. Each event has a hash: SHA-256 over the hash before it and the event as it is stored, place
 * included. Runs of hashes are written down as `LogSealed`, an event of a stream of its own in the same log, so that
 * a copy of the log brings its chain along, and whoever loses a race of two sealers meets a conflict. This is a storage format.
 */
export const chainStream = streamName('chain', 'platform', 'log');

/** Before the first event. */
export const genesis = '0'.repeat(64);

export const chainEvents = {
  LogSealed: z.object({
    /** Every event with `after` < position ≤ `through` is in it. */
    after: z.number().int(),
    through: z.number().int(),
    /** When the last of them was written, as it says itself. */
    throughAt: z.string(),
    count: z.number().int(),
    /** Events sealed so far, these included. */
    total: z.number().int(),
    /** Hash before the first of them and of the last, hexadecimal. */
    previous: z.string(),
    head: z.string(),
    /** Their hashes, 32 bytes each, base64. */
    hashes: z.string(),
    /** `{streams, types, rows: [position, stream, revision, type, id][]}` as JSON, deflated, base64: what a lost event is named by. */
    places: z.string(),
    /** HMAC over all of this by a key of the installation; absent: it had none. */
    mac: z.string().optional(),
  }),
} as const;
export type LogSealed = z.output<(typeof chainEvents)['LogSealed']>;

/** An event as it is stored. `body`: the bytes of `{id, type, data, metadata}` as JSON. */
export interface StoredEvent {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly body: Uint8Array;
}

/** A reading of the log ends with the event that makes it so large: a thousand events of 1 MB are 1 GB. */
export const readBytes = 8 * 1024 * 1024;

/** The log for whoever looks at bytes, not at meaning: read only, by place. */
export interface StoredEvents {
  /** Returns at most `limit` events with position > `after`, in order; fewer once they are `readBytes` together. */
  read(after: number, limit: number): Promise<readonly StoredEvent[]>;
  /** Returns at most `limit` events of a stream with revision ≥ `from`; without one, its last one. */
  readStream(stream: string, from: number | undefined, limit: number): Promise<readonly StoredEvent[]>;
  /** Returns what else is wrong with the file the log lies in. */
  faults?(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Where a chain goes on: after this position, whose event has this hash, so many events in. */
export interface ChainEnd {
  readonly after: number;
  readonly head: string;
  readonly total: number;
}

/** A seal, and the last event it is of. */
export interface SealedRun {
  readonly seal: LogSealed;
  readonly last: Mark;
}

/** Yields seals of what stands after the end of the chain, until nothing is left but seals. */
export type SealRuns = (end: ChainEnd, signal: AbortSignal) => AsyncIterable<SealedRun>;

export interface ChainProblem {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'swapped' | 'seal';
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly id: string;
  readonly why?: string;
}

/** What a verification of the whole chain came to. */
export interface ChainReport {
  readonly seals: number;
  /** Events found as they were sealed. */
  readonly intact: number;
  readonly sealed: number;
  /** After the last seal, seals left out. */
  readonly unsealed: number;
  readonly through: number;
  readonly throughAt: string | null;
  readonly head: string;
  /** When the first seal was made: what was there before is sealed as it was then. */
  readonly since: string | null;
  /** Whether the seals' own key was there to check them by. */
  readonly keyed: boolean;
  readonly problemCount: number;
  /** The first of them. */
  readonly problems: readonly ChainProblem[];
  /** Heads asked for that the chain does not have. */
  readonly missingHeads: readonly string[];
  readonly faults: readonly string[];
}
