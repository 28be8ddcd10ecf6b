import type { ParkedKind, ParkedReason } from '../domain/connection/parked-kind.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { deriveId } from '../domain/kernel/ids.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

/**
 * Something that came from a messaging network and could not be taken in, or an event that a process manager could not
 * handle (kind `event`; `name` is the manager, `body` the event's type), kept whole for a person to look at.
 */
export interface Parked {
  readonly id: string;
  readonly connectionId: string;
  readonly kind: ParkedKind;
  readonly externalId: string;
  /** Who it came from, best address first. */
  readonly addresses: readonly string[];
  readonly name: string;
  readonly body: string;
  readonly reason: ParkedReason;
  /** The error's own words, for whoever mends it. */
  readonly detail: string;
  /** ISO instant of the giving up; of an event its own. */
  readonly at: string;
  readonly what: unknown;
}

const processPrefix = 'parked/process/';
const prefixesOf = (companyId: string) =>
  [`parked/inbound/${companyId}/`, `${processPrefix}${companyId}/`] as const;
const keptMs = 90 * 24 * 3_600_000;

/** Returns a part of the id by which the newest come first, for a store lists by key. */
const newestFirst = (at: string) => String(9_999_999_999_999 - Date.parse(at)).padStart(13, '0');

export const park = (state: StateStore, companyId: string, parked: Omit<Parked, 'id'>): Promise<unknown> => {
  const name = deriveId('parked', parked.connectionId, parked.kind, parked.externalId);
  const id = `${newestFirst(parked.at)}-${name}`;
  const [inbound, process] = prefixesOf(companyId);
  return state.set(
    `${parked.kind === 'event' ? process : inbound}${id}`,
    { ...parked, id },
    { ttlMs: keptMs },
  );
};

/** Resolves once an event is set aside that a process manager could not handle; the event itself stays in the log only. */
export const parkEvent = (
  state: StateStore,
  manager: string,
  { id, type, stream, revision, position, metadata: { companyId, at } }: RecordedEvent,
  reason: ParkedReason,
  error: unknown,
): Promise<unknown> =>
  park(state, companyId, {
    connectionId: '',
    kind: 'event',
    externalId: deriveId(manager, id),
    addresses: [],
    name: manager,
    body: type,
    reason,
    // Its words may be somebody's data, which an erasure would not find here; they are in the log.
    detail: `${error instanceof Error ? error.name : 'Error'}: ${stream}@${revision}`,
    // The event's own: parked again after a death, it is the same entry.
    at,
    what: { stream, revision, position },
  });

/** Returns how many events of all companies are set aside; `most` when there are more. */
export const countParkedEvents = async (state: Pick<StateStore, 'list'>, most: number): Promise<number> =>
  (await state.list(processPrefix, { limit: most })).length;

/** Returns at most `limit` of a company's, the newest first, from behind the one with the id `after`. */
export const listParked = async (
  state: StateStore,
  companyId: string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly Parked[]> => {
  const found = await Promise.all(
    prefixesOf(companyId).map((prefix) =>
      state.list<Parked>(prefix, { limit, ...(after !== undefined && { after: `${prefix}${after}` }) }),
    ),
  );
  return found
    .flat()
    .map(({ value }) => value)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, limit);
};

/** Returns false when there is none of this id. */
export const dropParked = async (state: StateStore, companyId: string, id: string): Promise<boolean> => {
  const dropped = await Promise.all(prefixesOf(companyId).map((prefix) => state.delete(`${prefix}${id}`)));
  return dropped.includes(true);
};

/** Drops what came from any of these addresses: a contact who is erased leaves nothing here either. */
export async function dropParkedOf(
  state: StateStore,
  companyId: string,
  addresses: ReadonlySet<string>,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = await listParked(state, companyId, { after, limit: 200 });
    for (const parked of page)
      if (parked.addresses.some((address) => addresses.has(address)))
        await dropParked(state, companyId, parked.id);
    if (page.length < 200) return;
    after = page.at(-1)?.id;
  }
}
