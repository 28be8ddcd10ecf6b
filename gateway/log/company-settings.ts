/** What the gateway knows from following the log: connections, settings of the companies, how far the read models are. */

import type { SettingKey } from '../../domain/company/settings.ts';
import { settingValue } from '../../domain/company/settings.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';

const hourMs = 3_600_000;

/**
 * Returns the settings of all companies, and whether they work at all, without a question to any store: from the read
 * models at start, then from the log.
 */
export function createCompanySettings() {
  const storedSettings = new Map<string, Readonly<Record<string, string>>>();
  /** Switched off or deleted: their connections are driven by nobody. */
  const off = new Set<string>();
  const deletedCompanies = new Set<string>();
  const mark = (set: Set<string>, companyId: string, stands: boolean) =>
    stands ? set.add(companyId) : set.delete(companyId);
  const of = (companyId: string, key: SettingKey): string =>
    settingValue(storedSettings.get(companyId) ?? {}, key);

  return {
    of,
    isStopped: (companyId: string): boolean => off.has(companyId) || deletedCompanies.has(companyId),
    companyIds: (): readonly string[] => [...storedSettings.keys()],
    async load(readStore: Pick<ReadStore, 'allCompanies'>): Promise<void> {
      storedSettings.clear();
      off.clear();
      deletedCompanies.clear();
      for (const company of await readStore.allCompanies().find<CompanyDocument>('companies', {})) {
        storedSettings.set(company.id, company.settings);
        mark(off, company.id, !company.active);
        mark(deletedCompanies, company.id, company.deletedAt !== null);
      }
    },
    /** An event of the log, in order; those that the documents knew already change nothing. */
    apply(event: RecordedEvent): void {
      const { companyId } = event.metadata;
      if (event.type === 'CompanyCreated' && !storedSettings.has(companyId))
        storedSettings.set(companyId, {});
      if (event.type === 'CompanyCreated' || event.type === 'CompanyUpdated')
        mark(off, companyId, !(event.data as { active: boolean }).active);
      if (event.type === 'CompanySwitchedOn' || event.type === 'CompanySwitchedOff')
        mark(off, companyId, event.type === 'CompanySwitchedOff');
      if (event.type === 'CompanyDeleted' || event.type === 'CompanyRestored')
        mark(deletedCompanies, companyId, event.type === 'CompanyDeleted');
      if (event.type !== 'CompanySettingChanged') return;
      const { key, value } = event.data as { key: string; value: string };
      storedSettings.set(companyId, { ...storedSettings.get(companyId), [key]: value });
    },
    /** How long after closing a contact's message reopens the ticket; undefined: it opens another. */
    reopenWithinMs(companyId: string): number | undefined {
      if (of(companyId, 'reopenMode') !== 'reopen') return undefined;
      return Number(of(companyId, 'reopenWindowHours')) * hourMs;
    },
  };
}
export type CompanySettings = ReturnType<typeof createCompanySettings>;
