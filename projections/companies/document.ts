import type { Billing, PlanFlag, PlanSnapshot, Recurrence } from '../../domain/company/events.ts';
import type { Schedules } from '../../domain/company/hours.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `companies`; id = companyId. */
export interface CompanyDocument extends StoredDocument {
  readonly name: string;
  /** The name as it is compared. */
  readonly nameKey: string;
  readonly email: string;
  readonly phone: string;
  readonly active: boolean;
  readonly dueDate: string | null;
  readonly timeZone: string;
  /** Its plan's where it has one. */
  readonly flags: readonly PlanFlag[];
  readonly planId: string | null;
  readonly plan: PlanSnapshot | null;
  readonly recurrence: Recurrence;
  readonly trial: boolean;
  readonly schedules: Schedules;
  readonly recommendedBy: string | null;
  readonly billing: Billing | null;
  /** When it was deleted; null while it is there. */
  readonly deletedAt: string | null;
  /** Until when it can be restored; null once its keys are destroyed. */
  readonly deletedUntil: string | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}
