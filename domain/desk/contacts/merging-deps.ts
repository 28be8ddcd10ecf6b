import type { ContactState } from '../../contact/contact.ts';
import type { ContactEvent } from '../../contact/events.ts';
import type { EventStreams } from '../../kernel/event-streams.ts';
import type { CommandRuntime } from '../runtime.ts';
import type { Tickets } from '../tickets/tickets.ts';
import type { ContactExecute } from './execute.ts';

/** What contacts become one by, and several again. */
export interface MergingDeps {
  readonly runtime: CommandRuntime;
  readonly streams: EventStreams<ContactState, ContactEvent>;
  readonly execute: ContactExecute;
  readonly tickets: Pick<Tickets, 'changeContact' | 'writersOf'>;
  /** Returns who has this address now. */
  readonly holderOf: (companyId: string, address: string) => Promise<string | undefined>;
  /** Drops what is remembered of addresses. */
  readonly forget: () => void;
}
