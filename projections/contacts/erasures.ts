import type { ContactEvent } from '../../domain/contact/events.ts';
import { begin, projection } from '../definition.ts';
import type { ErasureDocument } from './erasure-document.ts';

const id = (event: { data: { contactId: string } }) => event.data.contactId;

/** Who was erased: whoever finishes an erasure finds it here, however late it looks, and so does an auditor. */
export const erasures = projection<ErasureDocument, ContactEvent>('erasures', {
  indexes: [['-at'], ['completedAt', 'at']],
  on: {
    ContactErased: {
      id,
      creates: true,
      apply: (_doc, event) => ({
        ...begin(event, event.data.contactId),
        contactId: event.data.contactId,
        at: event.metadata.at,
        by: event.metadata.actor,
        eventId: event.id,
        completedAt: null,
        taken: null,
        sealedSince: null,
      }),
    },
    ContactErasureCompleted: {
      id,
      apply: (doc, event) => {
        const { contactId: _, sealedSince, ...taken } = event.data;
        return doc && { ...doc, completedAt: event.metadata.at, taken, sealedSince };
      },
    },
  },
});
