import { createContext, useContext } from 'react';
import type { Past } from './use-past.ts';
import type { usePlayer } from './use-player.ts';

/** A ticket's past, the revision one stands at, and the ways through it. Its newest revision is known. */
export type Travel = Past & ReturnType<typeof usePlayer> & { readonly last: number };

export const TravelContext = createContext<Travel | undefined>(undefined);

/** Returns the travel of the page around; throws outside of it. */
export function useTravel(): Travel {
  const travel = useContext(TravelContext);
  if (travel === undefined) throw new Error('No ticket is travelled through here');
  return travel;
}
