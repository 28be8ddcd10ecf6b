/**
 * The key under which personal data of one contact stand in the log. What it makes is one box of text: its form is the
 * adapter's, begins with a version, and says nothing without the key.
 */
export interface ContactKey {
  /** `place`: where the box will stand (stream and event id); it opens nowhere else. */
  seal(text: string, place: string): string;
  /** @throws Error when another key sealed it, or for another place, or in a way this build does not know */
  open(box: string, place: string): string;
}

/** `erased`: the key was destroyed on purpose, for good. `missing`: it should be there; the log is older or newer than the keys. */
export type FoundKey = ContactKey | 'erased' | 'missing';

/**
 * One key a contact, kept outside the log, so that destroying it makes unreadable at once what an append-only log can
 * never forget, in every copy of it.
 *
 * A process remembers keys for a short time (`rememberedMs`): nobody may rely on a key being gone everywhere before
 * that, and nobody needs to (see docs/decisions, erasure).
 */
export interface ContactKeys {
  /** How long a process may go on with a key that another has closed or destroyed, milliseconds. */
  readonly rememberedMs: number;
  /** Returns what this process remembers; undefined: it must ask with `find`. */
  known(companyId: string, contactId: string): FoundKey | undefined;
  find(companyId: string, contactId: string): Promise<FoundKey>;
  /** To write with: made if there is none, and durable when it resolves. `erased`: nothing may be written any more. */
  ensure(companyId: string, contactId: string): Promise<ContactKey | 'erased'>;
  /** Nothing more may be written with it; what stands can still be read. */
  close(companyId: string, contactId: string): Promise<void>;
  /** Destroys the key for good; a mark stays. Returns when the key was made (what is older was stored in the clear); null: there never was one. */
  destroy(companyId: string, contactId: string): Promise<{ readonly madeAt: string | null }>;
  /** Drops what this process remembers. */
  forget(companyId: string, contactId: string): void;
}
