import type { GroupMetadata, GroupParticipant } from 'baileys';
import type { Logger } from 'pino';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { Group } from '../../../messaging/groups.ts';
import { createGroupQuestions } from './group-questions.ts';
import { createKnownGroups, ownOf } from './known-groups.ts';

const hourMs = 3_600_000;

/**
 * Returns names and members of groups. WhatsApp limits how often it may be asked: it is asked once a group, one after
 * the other at a slow pace, and told of what changes afterwards; what is known outlives the process. Sending asks
 * nothing as long as a group is known and was heard of not too long ago.
 * @param deps.tell resolves when the change is durable
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
  const { recall, inTurn, remember } = createKnownGroups(deps);
  const goodMs = deps.goodMs ?? 24 * hourMs;
  const learn = (metadata: GroupMetadata, jid = metadata.id): Promise<void> =>
    inTurn(() => remember(jid, metadata.subject, ownOf(metadata), Date.now()));
  const questions = createGroupQuestions({ ...deps, answered: learn, everyMs: deps.everyMs ?? 3_000 });

  return {
    /** Somebody writes in it. Resolves with the name it is known by, at once: an answer is not waited for. */
    async heard(jid: string): Promise<string | undefined> {
      const group = await recall(jid).catch(() => undefined);
      if (!group || Date.now() - group.at > goodMs) questions.want(jid);
      return group?.name;
    },
    /** All of a group, as the network tells it unasked. */
    learn: (metadata: GroupMetadata): Promise<void> => learn(metadata),
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
        const otherMembers = group.own.participants.filter((one) => !theirs.has(one.id));
        const admin = action === 'promote' ? ('admin' as const) : null;
        // Numbers changed: who they are now is asked for.
        if (action === 'modify') questions.allow(id);
        const now =
          action === 'remove'
            ? otherMembers
            : [
                ...otherMembers,
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
