import type { RecurrenceRule } from '../../domain/schedule/events.ts';
import type { Media } from '../../domain/ticket/events.ts';
import type { StoredDocument } from '../ports/read-store.ts';

export type ScheduleStatus = 'PENDENTE' | 'ENVIANDO' | 'ENVIADA' | 'ERRO' | 'CANCELADA';

/** Collection `schedules`. */
export interface ScheduleDocument extends StoredDocument {
  readonly contactId: string;
  readonly body: string;
  readonly sendAt: string;
  readonly sentAt: string | null;
  readonly status: ScheduleStatus;
  /** Why it was not sent (code). */
  readonly reason: string | null;
  readonly connectionId: string | null;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly media: Media | null;
  readonly recurrence: RecurrenceRule | null;
  /** Whether it is cancelled when the contact writes before its time. */
  readonly cancelOnReply: boolean;
  /** Whose message would cancel it now; null: nobody's. */
  readonly awaits: string | null;
  /** What the contact wrote after this position of the log cancels it; before this instant it answered the one before of its series. */
  readonly answersAfter: number;
  readonly answersFrom: string | null;
  readonly cancelledAt: string | null;
  /** The message that it became, or is becoming; of a cancelled one the ticket in which the contact wrote. */
  readonly ticketId: string | null;
  readonly messageId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
