import { deriveId } from '../kernel/ids.ts';
import type { ActiveContact } from './state.ts';

type Parts = Pick<ActiveContact, 'merged' | 'times'>;

/** Returns how many times a contact has had once it takes in another: one that is part of it already goes on in the same. */
export const timesAfter = ({ merged, times = 0 }: Parts): number => (merged.length === 0 ? times + 1 : times);

/**
 * Returns the key under which is sealed what is known of a contact while others are part of it: theirs and its own cannot be told apart.
 * When one of them is let go, all that is known is said anew under another, and this one is destroyed: erasing either later leaves
 * nothing of them in the stream of the other. Of a contact that is one person alone: nothing, its own key.
 */
export const profileKey = (contactId: string, { merged, times = 0 }: Parts): { readonly keyId?: string } =>
  merged.length === 0 ? {} : { keyId: deriveId('contact-profile-key', contactId, times) };
