import { userStream } from '../../domain/streams.ts';
import type { AuditSubjectDocument } from '../../projections/audit/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { DepartureDocument } from '../../projections/users/departure-document.ts';

const mostListed = 1_000;

/** Returns those who are no users any more, who left last first. */
export async function formerUsers(read: CompanyReader, companyId: string) {
  const gone = await read.find<DepartureDocument>('departures', { sort: ['-at'], limit: mostListed });
  // Only the audit list goes on knowing what they were called.
  const subjects = await Promise.all(
    gone.map(({ id }) => read.get<AuditSubjectDocument>('auditSubjects', userStream(companyId, id))),
  );
  return gone.flatMap(({ id }, index) => {
    const name = subjects[index]?.title ?? '';
    return name === '' ? [] : [{ id, name }];
  });
}
