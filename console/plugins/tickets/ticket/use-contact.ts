import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Change } from '../../../../contract/changes.ts';
import { channels } from '../../../../contract/channels.ts';
import type { ContactView } from '../../../../contract/contact.ts';
import { useLive } from '../../../shell/live.ts';
import { useSession } from '../../../shell/session.tsx';
import { keys } from '../live-cache/keys.ts';
import { patchContact } from '../live-cache/patch.ts';
import { getContact } from './calls.ts';

/** Returns a contact with all there is to know of it. */
export const useContact = (id: string) =>
  useQuery({
    queryKey: keys.contact(id),
    queryFn: ({ signal }) => getContact(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });

/** Follows the company's contacts: what a colleague corrects is seen by everyone. */
export function useLiveContacts(): void {
  const cache = useQueryClient();
  const { user } = useSession();
  useLive(
    [channels.contact(user.companyId)],
    (items) => {
      for (const { document } of items as readonly Change<ContactView>[])
        if (document !== undefined) patchContact(cache, document);
    },
    () => undefined, // the tickets' own resync loads everything of the workspace again
  );
}
