import type { Doing } from '../contract/presence.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { tellPresence } from './uploads.ts';

// What a contact does at this moment. No event stands behind it: it passes, and is told like who sits where.

/** Who says nothing more for so long has stopped. */
const heardMs = 25_000;
const keyOf = (companyId: string, ticketId: string) => `contact-doing/${companyId}/${ticketId}`;

/** @param told.doing undefined: nothing any more */
export async function tellDoing(
  state: Pick<StateStore, 'set' | 'delete'>,
  told: { readonly companyId: string; readonly ticketId: string; readonly doing: Doing | undefined },
): Promise<void> {
  const { companyId, ticketId, doing } = told;
  if (doing === undefined) await state.delete(keyOf(companyId, ticketId));
  else await state.set<Doing>(keyOf(companyId, ticketId), doing, { ttlMs: heardMs });
  await tellPresence(state, { companyId, ticketId, by: 'gateway' });
}

export const doingOf = async (
  state: Pick<StateStore, 'get'>,
  companyId: string,
  ticketId: string,
): Promise<Doing | undefined> => (await state.get<Doing>(keyOf(companyId, ticketId)))?.value;
