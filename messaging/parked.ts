import type { ParkedKind, ParkedReason } from '../domain/connection/parked-kind.ts';
import { deriveId } from '../domain/kernel/ids.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

/** Something that came from a messaging network and could not be taken in, kept whole for a person to look at. */
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
  /** ISO instant of the giving up. */
  readonly at: string;
  readonly what: unknown;
}

const prefixOf = (companyId: string) => `parked/inbound/${companyId}/`;
const keptMs = 90 * 24 * 3_600_000;

/** By the id the newest come first, for a store lists by key. */
const newestFirst = (at: string) => String(9_999_999_999_999 - Date.parse(at)).padStart(13, '0');

export const park = (state: StateStore, companyId: string, parked: Omit<Parked, 'id'>): Promise<unknown> => {
  const name = deriveId('parked', parked.connectionId, parked.kind, parked.externalId);
  const id = `${newestFirst(parked.at)}-${name}`;
  return state.set(`${prefixOf(companyId)}${id}`, { ...parked, id }, { ttlMs: keptMs });
};

/** Returns at most `limit` of a company's, the newest first, from behind the one with the id `after`. */
export const listParked = async (
  state: StateStore,
  companyId: string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly Parked[]> => {
  const prefix = prefixOf(companyId);
  const found = await state.list<Parked>(prefix, {
    limit,
    ...(after !== undefined && { after: `${prefix}${after}` }),
  });
  return found.map(({ value }) => value);
};

/** Returns false when there is none of this id. */
export const dropParked = (state: StateStore, companyId: string, id: string): Promise<boolean> =>
  state.delete(`${prefixOf(companyId)}${id}`);

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
