import { userStream } from '../../domain/streams.ts';
import type { AuditSubjectDocument } from '../../projections/audit/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { DepartureDocument } from '../../projections/users/departure-document.ts';

const mostListed = 1_000;

/** Returns what somebody was called who is no user any more; '' where nobody knows. What they did stays theirs. */
export async function formerName(read: CompanyReader, companyId: string, userId: string): Promise<string> {
  const subject = await read.get<AuditSubjectDocument>('auditSubjects', userStream(companyId, userId));
  return subject?.title ?? '';
}

/** Returns those who are no users any more, who left last first. */
export async function formerUsers(read: CompanyReader, companyId: string) {
  const gone = await read.find<DepartureDocument>('departures', { sort: ['-at'], limit: mostListed });
  return Promise.all(gone.map(async ({ id }) => ({ id, name: await formerName(read, companyId, id) })));
}
