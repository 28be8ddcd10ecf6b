import { subjectOf } from '../../domain/audit/audited.ts';
import type { UserEvent } from '../../domain/user/events.ts';
import type { AuditSubjectDocument } from '../audit/document.ts';
import { begin, projection } from '../definition.ts';
import type { DepartureDocument } from './departure-document.ts';

/** Users who are no more: whoever looks after what they left behind finds them here, however late it looks. */
export const departures = projection<DepartureDocument, UserEvent>('departures', {
  indexes: [['at']],
  on: {
    UserDeleted: {
      id: (event) => event.data.userId,
      creates: true,
      // The user's own document is gone by now, and there was none where this event is folded a second time.
      companion: (event) => ({ collection: 'auditSubjects', id: subjectOf(event) }),
      apply: (_doc, event, { companion }) => ({
        ...begin(event, event.data.userId),
        at: event.metadata.at,
        name: (companion as AuditSubjectDocument | undefined)?.title ?? '',
        eventId: event.id,
      }),
    },
  },
});
