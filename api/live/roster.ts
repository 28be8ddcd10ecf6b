import type { Session } from '../auth/subject.ts';
import type { SignedLine } from './lines.ts';
import type { Subscriber } from './subscriber.ts';

/** One subscription and the line it came by. */
export interface Entry {
  readonly subscriber: Subscriber;
  readonly line: SignedLine;
}

export type Roster = ReturnType<typeof createRoster>;

/** Returns the subscriptions of this process, by company. */
export function createRoster() {
  const companies = new Map<string, Set<Entry>>();
  const of = (companyId: string): Iterable<Entry> => companies.get(companyId) ?? [];

  return {
    of,
    has: (companyId: string): boolean => companies.has(companyId),
    companies: (): Iterable<string> => companies.keys(),
    *everyone(): Iterable<Entry> {
      for (const entries of companies.values()) yield* entries;
    },
    /** Returns the way out. */
    enter(companyId: string, entry: Entry): () => void {
      const entries = companies.get(companyId) ?? new Set();
      companies.set(companyId, entries.add(entry));
      return () => {
        entries.delete(entry);
        if (entries.size === 0 && companies.get(companyId) === entries) companies.delete(companyId);
      };
    },
    ofUser: ({ companyId, userId }: Pick<Session, 'companyId' | 'userId'>): number =>
      [...of(companyId)].filter(({ subscriber }) => subscriber.session.userId === userId).length,
    count: (): number => [...companies.values()].reduce((sum, entries) => sum + entries.size, 0),
    clear: () => companies.clear(),
  };
}
