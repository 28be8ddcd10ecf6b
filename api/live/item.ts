import type { Change } from '../../contract/changes.ts';
import type { Rights } from '../../domain/access/policy.ts';
import type { Audience, Notice } from '../../projections/ports/read-store.ts';
import type { Brief } from './told-cards.ts';

/**
 * One change on its way to browsers. Its JSON is made once per kind of viewer (what a viewer sees of a document
 * depends on their rights) and shared by all of them.
 */
export interface Item {
  readonly seq: number;
  readonly companyId: string;
  readonly channel: string;
  readonly action: string;
  readonly id: string;
  readonly room: string | undefined;
  readonly before: Audience | null | undefined;
  /** Of several changes in one, each with who could see the document before it. */
  readonly steps?: readonly Step[] | undefined;
  readonly after: Audience | null | undefined;
  /** Only this session gets it. */
  readonly only?: { readonly userId: string; readonly sid?: string };
  json(viewer: Rights): string;
  /** Of a card: how lines are told it that know it. `newest`: where the line stood that began last; the first who asks decides. */
  brief?(viewer: Rights, newest: number): Brief | undefined;
  /** For who could see it before and cannot any more. */
  readonly gone: string;
}

/** One of several changes that are told as one. */
interface Step {
  readonly seq: number;
  readonly before?: Audience | null | undefined;
}

/**
 * Returns who could see the document before what is new to a line. A line may have begun in the midst of the changes:
 * of those that it stands behind already it has seen what came of them.
 */
export const audienceBefore = (
  { before, steps }: Pick<Step, 'before'> & Pick<Item, 'steps'>,
  delivered: number,
): Audience | null | undefined =>
  steps === undefined ? before : steps.find(({ seq }) => seq > delivered)?.before;

/** A passing change that no event stands behind: presence, the end of a session. */
export type Announcement = Omit<Item, 'seq' | 'gone' | 'json' | 'before'> & {
  readonly document?: unknown;
  /** In place of `document`, where what is seen depends on the viewer's rights. */
  readonly documentFor?: (viewer: Rights) => unknown;
};

/** Tells this process's browsers, where there are any. */
export interface Announcer {
  tell(announcement: Announcement): void;
  subscribers(): number;
}

export const changeJson = (change: Change): string => JSON.stringify(change);

/** Returns a key by rights: viewers with the same one see the same of every document, as far as it depends on their rights. */
export const viewKey = ({ grant, profile }: Rights): string => grant?.key ?? profile;

/** Returns what makes something once for all viewers of the same rights, or `forAll` of them. */
export function rememberedBy<T>(make: (viewer: Rights) => T): (viewer: Rights, forAll: boolean) => T {
  const madeByKey = new Map<string, T>();
  return (viewer, forAll) => {
    const key = forAll ? '' : viewKey(viewer);
    if (!madeByKey.has(key)) madeByKey.set(key, make(viewer));
    return madeByKey.get(key) as T;
  };
}

interface Coalesced extends Notice {
  readonly steps?: Step[];
}

/** Returns the steps so far with one more: added, not copied, for a replay has up to two thousand of one document. */
function withStep(earlier: Coalesced, { seq, before }: Notice): Step[] {
  const steps = earlier.steps ?? [{ seq: earlier.seq, before: earlier.before }];
  steps.push({ seq, before });
  return steps;
}

/** Returns what happened to each document within a frame: `create` if any was one, the last document, the first audience. */
export function coalesce(notices: readonly Notice[]): Coalesced[] {
  const byKey = new Map<string, Coalesced>();
  for (const notice of notices) {
    const key = `${notice.channel} ${notice.id}`;
    const earlierNotice = byKey.get(key);
    byKey.delete(key);
    byKey.set(
      key,
      earlierNotice
        ? {
            ...notice,
            action:
              earlierNotice.action === 'create' && notice.action !== 'delete'
                ? 'create'
                : mergeJson(earlierNotice.action, notice.action),
            ...('before' in earlierNotice && { before: earlierNotice.before }),
            steps: withStep(earlierNotice, notice),
          }
        : notice,
    );
  }
  return [...byKey.values()];
}

// `updateUnread` says less than `update`: a list that only resets its badge would miss the rest.
const mergeJson = (earlier: string, later: string) =>
  later === 'updateUnread' && earlier !== 'updateUnread' ? earlier : later;
