import type { ContactEvent } from '../../domain/contact/events.ts';
import { begin, projection } from '../definition.ts';
import type { MergeDocument } from './merge-document.ts';

const id = (event: { data: { contactId: string } }) => event.data.contactId;

/** Contacts that were merged into others: whoever finishes a merge finds it here, however late it looks. */
export const merges = projection<MergeDocument, ContactEvent>('merges', {
  indexes: [['at'], ['completedAt', 'at'], ['into', 'at']],
  on: {
    ContactMerged: {
      id,
      creates: true,
      apply: (_doc, event) => ({
        ...begin(event, event.data.contactId),
        into: event.data.into,
        at: event.metadata.at,
        eventId: event.id,
        by: event.metadata.actor,
        completedAt: null,
      }),
    },
    ContactMergeCompleted: {
      id,
      // Undone at the same moment: that is still to be finished.
      apply: (doc, event) => doc && (doc.undone ? doc : { ...doc, completedAt: event.metadata.at }),
    },
    ContactReleased: {
      id: ({ data }) => data.releasedId,
      apply: (doc, { id: eventId, data, metadata: { at } }) =>
        doc && { ...doc, completedAt: null, undone: { at, eventId, contactIds: data.contactIds } },
    },
    ContactUnmergeCompleted: { id, apply: (doc, event) => doc && { ...doc, completedAt: event.metadata.at } },
  },
});
