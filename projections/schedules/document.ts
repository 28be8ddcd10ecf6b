import type { RecurrenceRule } from '../../domain/schedule/events.ts';
import type { Media } from '../../domain/ticket/events.ts';
import type { StoredDocument } from '../ports/read-store.ts';

export type ScheduleStatus = 'PENDENTE' | 'ENVIANDO' | 'ENVIADA' | 'ERRO';

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
  /** The message that it became, or is becoming. */
  readonly ticketId: string | null;
  readonly messageId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
