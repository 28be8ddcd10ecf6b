import type { PlanFlag } from '../../domain/company/events.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `companies`; id = companyId. */
export interface CompanyDocument extends StoredDocument {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly active: boolean;
  readonly dueDate: string | null;
  readonly timeZone: string;
  readonly flags: readonly PlanFlag[];
  readonly settings: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}
