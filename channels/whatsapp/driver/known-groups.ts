import type { GroupMetadata, GroupParticipant } from 'baileys';
import type { Logger } from 'pino';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import { type Group, type KnownGroup, keepGroup, readGroup } from '../../../messaging/groups.ts';
import { addressesOf, addressOf } from './addresses.ts';

/** What Baileys sends with: kept as little as it needs. */
export type Own = Pick<GroupMetadata, 'id' | 'addressingMode' | 'ephemeralDuration'> & {
  readonly participants: readonly Pick<GroupParticipant, 'id' | 'lid' | 'phoneNumber' | 'admin'>[];
};
export type Known = KnownGroup & { readonly own: Own };

/** Members that are kept of one group; the app allows 1,024, and some more in communities. */
const mostMembers = 5_000;

export const ownOf = ({ id, addressingMode, ephemeralDuration, participants }: GroupMetadata): Own => ({
  id,
  addressingMode,
  ephemeralDuration,
  participants: participants
    .slice(0, mostMembers)
    .map(({ id: jid, lid, phoneNumber, admin }) => ({ id: jid, lid, phoneNumber, admin })),
});
const groupOf = (address: string, name: string, { participants }: Own): Group => ({
  address,
  name,
  members: participants.map(({ id, lid, phoneNumber, admin }) => ({
    addresses: addressesOf(phoneNumber, id, lid),
    admin: Boolean(admin),
  })),
});

/**
 * Returns what is known of groups, durably.
 * @param deps.tell resolves when the change is durable: only then is the group remembered as it is now
 */
export function createKnownGroups(deps: {
  readonly state: StateStore;
  readonly connectionId: string;
  readonly tell: (group: Group, formerName: string | undefined) => Promise<void>;
  readonly log: Logger;
}) {
  const { state, connectionId, log } = deps;
  const groupCache = boundedCache<Known>(500);
  let lastWork: Promise<unknown> = Promise.resolve();

  async function recall(jid: string): Promise<Known | undefined> {
    const found = groupCache.get(jid);
    if (found) return found;
    const address = addressOf(jid);
    const stored = address && ((await readGroup(state, connectionId, address)) as Known | undefined);
    if (stored) groupCache.set(jid, stored);
    return stored || undefined;
  }

  /** One after the other: two changes of one group must not each be laid over what was before both. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = lastWork.then(work).catch((error: unknown) => {
      log.warn({ err: error }, 'what was told of a group was not taken in');
    });
    lastWork = mine;
    return mine;
  };

  async function remember(jid: string, name: string, own: Own, at: number): Promise<void> {
    const address = addressOf(jid);
    if (!address) return;
    const before = await recall(jid);
    const group = groupOf(address, name, own);
    if (before?.name !== name) await deps.tell(group, before?.name);
    const now: Known = { ...group, at, own };
    await keepGroup(state, connectionId, now);
    groupCache.set(jid, now);
  }

  return { recall, inTurn, remember };
}
