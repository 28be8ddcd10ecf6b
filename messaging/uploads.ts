import type { Upload } from '../contract/presence.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

// How far files on their way out are. No event stands behind it: it passes, and is told like who sits where.

/** Nothing was heard of it for so long: its gateway is gone, and the next one says how far it is. */
const heardMs = 20_000;
/** Longer than any process stands still between two looks. */
const newsMs = 3_000;

/** Says that something about a ticket passes: processes with subscribers look and tell theirs. `by` has told its own. */
export interface PresenceNews {
  readonly companyId: string;
  readonly ticketId: string;
  readonly by: string;
}
export const presenceNews = 'presence-news/';
export const tellPresence = (state: Pick<StateStore, 'set'>, news: PresenceNews): Promise<unknown> =>
  state.set(`${presenceNews}${news.companyId}/${news.ticketId}`, news, { ttlMs: newsMs, passing: true });

const prefix = (companyId: string, ticketId: string) => `uploading/${companyId}/${ticketId}/`;

/** @param upload.percent undefined: it has arrived, or was given up */
export async function tellUpload(
  state: Pick<StateStore, 'set' | 'delete'>,
  upload: {
    readonly companyId: string;
    readonly ticketId: string;
    readonly messageId: string;
    readonly percent: number | undefined;
  },
): Promise<void> {
  const { companyId, ticketId, messageId, percent } = upload;
  const key = prefix(companyId, ticketId) + messageId;
  if (percent === undefined) await state.delete(key);
  else await state.set<Upload>(key, { messageId, percent }, { ttlMs: heardMs });
  await tellPresence(state, { companyId, ticketId, by: 'gateway' });
}

/** Returns the files of a ticket that are on their way out. */
export const uploadsOf = async (
  state: Pick<StateStore, 'list'>,
  companyId: string,
  ticketId: string,
): Promise<readonly Upload[]> =>
  (await state.list<Upload>(prefix(companyId, ticketId))).map(({ value }) => value);
