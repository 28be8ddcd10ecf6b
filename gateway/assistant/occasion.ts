import type { RecordedEvent } from '../../domain/kernel/event.ts';

/** What an event asks of the assistant. `begins`: nobody wrote anything that it could answer. */
export interface Occasion {
  readonly event: RecordedEvent;
  readonly companyId: string;
  readonly ticketId: string;
  readonly messageId: string;
  readonly begins: boolean;
}
