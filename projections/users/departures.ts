import type { UserEvent } from '../../domain/user/events.ts';
import { begin, projection } from '../definition.ts';
import type { DepartureDocument } from './departure-document.ts';

/** Users who are no more: whoever looks after what they left behind finds them here, however late it looks. */
export const departures = projection<DepartureDocument, UserEvent>('departures', {
  indexes: [['at']],
  on: {
    UserDeleted: {
      id: (event) => event.data.userId,
      creates: true,
      apply: (_doc, event) => ({
        ...begin(event, event.data.userId),
        at: event.metadata.at,
        eventId: event.id,
      }),
    },
  },
});
