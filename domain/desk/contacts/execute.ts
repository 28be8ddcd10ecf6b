import type { ContactCommand, ContactState } from '../../contact/contact.ts';
import type { ClaimState } from '../../kernel/claim-events.ts';
import type { Deadline } from '../../kernel/deadline.ts';
import type { Loaded } from '../../kernel/event-streams.ts';
import type { Handled } from '../../kernel/pipeline.ts';

/**
 * Handles a command of a contact, whose addresses nobody else may have.
 * @param options.start `nowhere`: nobody can have written to its stream, whose id was made a moment ago
 * @param options.seenClaims claims as they were read a moment ago, by their names
 * @param options.keepsNew false: of one that begins with this nothing is kept in memory
 */
export type ContactExecute = (
  contactId: string,
  command: ContactCommand,
  deadline: Deadline,
  options?: {
    readonly start?: 'store' | 'nowhere';
    readonly seenClaims?: ReadonlyMap<string, Loaded<ClaimState>> | undefined;
    readonly keepsNew?: boolean;
    /** What is known since this instant brings nobody back who was erased since. */
    readonly knownSince?: string | undefined;
  },
) => Promise<Handled<ContactState>>;
