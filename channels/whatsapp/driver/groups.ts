import type { GroupMetadata, GroupParticipant } from 'baileys';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { sleep } from '../../../domain/kernel/retry.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import { type Group, type KnownGroup, keepGroup, readGroup } from '../../../messaging/groups.ts';
import { addressesOf, addressOf } from './addresses.ts';

/** What Baileys sends with: kept as little as it needs. */
type Own = Pick<GroupMetadata, 'id' | 'addressingMode' | 'ephemeralDuration'> & {
  readonly participants: readonly Pick<GroupParticipant, 'id' | 'lid' | 'phoneNumber' | 'admin'>[];
};
type Known = KnownGroup & { readonly own: Own };

const hourMs = 3_600_000;
/** Members that are kept of one group; the app allows 1,024, and some more in communities. */
const mostMembers = 5_000;

const ownOf = ({ id, addressingMode, ephemeralDuration, participants }: GroupMetadata): Own => ({
  ...{ id, addressingMode, ephemeralDuration },
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

/** Of what the network refuses with: it will not say who the group is, however often it is asked. */
const lastingRefusals: ReadonlySet<unknown> = new Set([401, 403, 404, 410]);
const isLasting = (error: unknown): boolean => lastingRefusals.has((error as { data?: unknown }).data);

/**
 * Names and members of groups. WhatsApp limits how often it may be asked: it is asked once a group, one after the other
 * at a slow pace, and told of what changes afterwards; what is known outlives the process. Sending asks nothing as long as a
 * group is known and was heard of not too long ago.
 * @param deps.tell resolves when the change is durable: only then is the group remembered as it is now
 */
export function createGroups(deps: {
  readonly state: StateStore;
  readonly connectionId: string;
  readonly ask: (jid: string) => Promise<GroupMetadata>;
  readonly tell: (group: Group, formerName: string | undefined) => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Between two questions, and how long an answer is good for, milliseconds. */
  readonly everyMs?: number;
  readonly goodMs?: number;
}) {
  const { state, connectionId, log, signal } = deps;
  const goodMs = deps.goodMs ?? 24 * hourMs;
  const everyMs = deps.everyMs ?? 3_000;
  const known = new LRUCache<string, Known>({ max: 500 });
  const wanted = new Set<string>();
  /** Not to be asked about yet. */
  const refused = new LRUCache<string, true>({ max: 5_000, ttl: hourMs });
  const failures = new LRUCache<string, number>({ max: 5_000, ttl: hourMs });
  let asking = false;
  let last: Promise<unknown> = Promise.resolve();

  async function recall(jid: string): Promise<Known | undefined> {
    const found = known.get(jid);
    if (found) return found;
    const address = addressOf(jid);
    const stored = address && ((await readGroup(state, connectionId, address)) as Known | undefined);
    if (stored) known.set(jid, stored);
    return stored || undefined;
  }

  /** One after the other: two changes of one group must not each be laid over what was before both. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work).catch((error: unknown) => {
      log.warn({ err: error }, 'what was told of a group was not taken in');
    });
    last = mine;
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
    known.set(jid, now);
  }

  async function work(): Promise<void> {
    if (asking) return;
    asking = true;
    for (const jid of wanted) {
      if (signal.aborted) break;
      try {
        const metadata = await deps.ask(jid);
        await inTurn(() => remember(jid, metadata.subject, ownOf(metadata), Date.now()));
        failures.delete(jid);
      } catch (error) {
        // Asked for again when somebody writes in it: after an hour where we are not in it, soon where the link was away.
        const failed = (failures.get(jid) ?? 0) + 1;
        failures.set(jid, failed);
        refused.set(jid, true, { ttl: isLasting(error) ? hourMs : Math.min(everyMs * 2 ** failed, hourMs) });
        log.info({ err: error }, 'a group did not say what it is');
      }
      wanted.delete(jid);
      await sleep(everyMs * (0.75 + Math.random() / 2), signal);
    }
    asking = false;
  }

  return {
    /** Somebody writes in it. Resolves with the name it is known by, at once: an answer is not waited for. */
    async heard(jid: string): Promise<string | undefined> {
      const group = await recall(jid).catch(() => undefined);
      if ((!group || Date.now() - group.at > goodMs) && !refused.has(jid)) {
        wanted.add(jid);
        void work();
      }
      return group?.name;
    },
    /** All of a group, as the network tells it unasked. */
    learn: (metadata: GroupMetadata): Promise<void> =>
      inTurn(() => remember(metadata.id, metadata.subject, ownOf(metadata), Date.now())),
    /** A part of it changed. */
    change: ({ id, subject, ephemeralDuration, participants }: Partial<GroupMetadata>): Promise<void> =>
      inTurn(async () => {
        const group = id && (await recall(id));
        if (!id || !group) return;
        const own = participants ? ownOf({ ...group.own, participants } as GroupMetadata) : group.own;
        const lasting = ephemeralDuration === undefined ? own : { ...own, ephemeralDuration };
        await remember(id, subject ?? group.name, lasting, group.at);
      }),
    /** Some came, went, or were made what they are. */
    members: (id: string, people: readonly GroupParticipant[], action: string): Promise<void> =>
      inTurn(async () => {
        const group = await recall(id);
        if (!group) return;
        const theirs = new Set(people.map((one) => one.id));
        const others = group.own.participants.filter((one) => !theirs.has(one.id));
        const admin = action === 'promote' ? ('admin' as const) : null;
        // Numbers changed: who they are now is asked for.
        if (action === 'modify') refused.delete(id);
        const now =
          action === 'remove'
            ? others
            : [
                ...others,
                ...people.map(({ id: jid, lid, phoneNumber }) => ({ id: jid, lid, phoneNumber, admin })),
              ];
        const at = action === 'modify' ? 0 : group.at;
        await remember(id, group.name, { ...group.own, participants: now }, at);
      }),
    /** For Baileys, when it sends to a group; undefined: it asks. */
    async cached(jid: string): Promise<GroupMetadata | undefined> {
      const group = await recall(jid).catch(() => undefined);
      if (!group || Date.now() - group.at > goodMs) return undefined;
      return { ...group.own, subject: group.name, owner: undefined } as unknown as GroupMetadata;
    },
  };
}
