import type { AuditValue } from '../../domain/audit/audited.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** One field that an event changed. `before` null: it had no value, or there was none before. */
export interface AuditChange {
  readonly field: string;
  readonly before: AuditValue;
  readonly after: AuditValue;
}

/** One administrative event, by its id. */
export interface AuditDocument extends StoredDocument {
  readonly at: string;
  readonly type: string;
  readonly kind: string;
  readonly action: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly subjectId: string;
  readonly title: string;
  readonly changes: readonly AuditChange[];
  /** Fields that it named and that stayed as they were. */
  readonly same: number;
  /** What it is found by. */
  readonly words: string;
}

/** What an event made of its subject. */
interface Step {
  readonly position: number;
  readonly title: string;
  readonly changes: readonly AuditChange[];
  readonly same: number;
}

/** What is known of one thing, by `subjectOf`: what is compared with. */
export interface AuditSubjectDocument extends StoredDocument {
  readonly title: string;
  readonly values: Readonly<Record<string, AuditValue>>;
  /** Its last events, oldest first: one may be folded a second time after a crash. */
  readonly recent: readonly Step[];
}
