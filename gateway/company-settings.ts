import type { SettingKey } from '../domain/company/settings.ts';
import { settingValue } from '../domain/company/settings.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { CompanyDocument } from '../projections/documents.ts';
import type { ReadStore } from '../projections/ports/read-store.ts';

const page = 500;
const hourMs = 3_600_000;

/** The settings of all companies, without a question to any store: from the read models at start, then from the log. */
export function createCompanySettings() {
  const stored = new Map<string, Readonly<Record<string, string>>>();
  const of = (companyId: string, key: SettingKey): string => settingValue(stored.get(companyId) ?? {}, key);

  return {
    of,
    async load(readStore: Pick<ReadStore, 'allCompanies'>): Promise<void> {
      const reader = readStore.allCompanies();
      for (let skip = 0; ; skip += page) {
        const some = await reader.find<CompanyDocument>('companies', { skip, limit: page, sort: ['name'] });
        for (const { id, settings } of some) stored.set(id, settings);
        if (some.length < page) return;
      }
    },
    /** An event of the log, in order; those that the documents knew already change nothing. */
    apply(event: RecordedEvent): void {
      if (event.type !== 'CompanySettingChanged') return;
      const { companyId } = event.metadata;
      const { key, value } = event.data as { key: string; value: string };
      stored.set(companyId, { ...stored.get(companyId), [key]: value });
    },
    /** How long after closing a contact's message reopens the ticket; undefined: it opens another. */
    reopenWithinMs(companyId: string): number | undefined {
      if (of(companyId, 'reopenMode') !== 'reopen') return undefined;
      return Number(of(companyId, 'reopenWindowHours')) * hourMs;
    },
  };
}
export type CompanySettings = ReturnType<typeof createCompanySettings>;
