import type { Billing, PlanFlag, PlanSnapshot, Recurrence } from '../../domain/company/events.ts';
import type { Schedules } from '../../domain/company/hours.ts';
import type { Logos } from '../../domain/company/logos.ts';
import type { StoredDocument } from '../ports/read-store.ts';

export interface SettingChange {
  readonly at: string;
  /** Who did it, as they were called then; absent: nobody by name. */
  readonly by?: string;
}

/** Collection `companies`; id = companyId. */
export interface CompanyDocument extends StoredDocument {
  readonly name: string;
  /** The name as it is compared. */
  readonly nameKey: string;
  /** The name as lists sort it. */
  readonly sortName: string;
  readonly email: string;
  readonly phone: string;
  readonly active: boolean;
  /** Since when it is switched off; absent or null: it works, or nobody remembers. */
  readonly offSince?: string | null;
  /** When it was last there again after it had been switched off or deleted for long: what ran before does not go on by itself. */
  readonly backAt?: string;
  readonly dueDate: string | null;
  /** What lists sort by: those that are switched on first, by due date; without one behind those with. */
  readonly dueKey: string;
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
  /** Who set each last, and when. */
  readonly settingChanges: Readonly<Record<string, SettingChange>>;
  /** Of the installation, where it has its own. */
  readonly logos: Logos;
  readonly createdAt: string;
  readonly updatedAt: string;
}
