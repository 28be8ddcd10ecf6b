import { useQuery } from '@tanstack/react-query';
import { checkNumber } from '../../contacts/offers/calls.ts';
import { keys } from '../live-cache/keys.ts';

/** Whether a number is on the network; undefined while that is not known, or cannot be found out. */
export function useNumberCheck(number: string | undefined): boolean | undefined {
  const { data } = useQuery({
    queryKey: keys.number(number ?? ''),
    queryFn: ({ signal }) => checkNumber(number ?? '', signal),
    // What is too short to be a number is refused without being asked about.
    enabled: (number ?? '').replace(/\D/g, '').length >= 8,
    // The network is asked once, and who asks it too often is banned: a card that scrolls by does not ask again.
    staleTime: 10 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return data?.exists ?? undefined;
}
