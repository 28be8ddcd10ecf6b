import { channels } from '../../contract/channels.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { createRounds } from '../../domain/kernel/rounds.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { SessionEnd } from '../auth/sessions.ts';
import type { SessionServices } from '../auth/standing.ts';
import type { Session } from '../auth/subject.ts';
import type { ApiDeps } from '../deps.ts';
import { platformRecordOf, recordViewOf } from '../records/live-view.ts';
import { createDistribution } from './distribute.ts';
import { createFarewells } from './farewells.ts';
import { createFramePace } from './frame-pace.ts';
import { type Announcement, changeJson, type Item, rememberedBy } from './item.ts';
import { createLines, type Owner, type SignedLine } from './lines.ts';
import type { Online } from './online.ts';
import { createRoster, type Roster } from './roster.ts';
import type { Serving } from './serving.ts';
import { createSessionWatch } from './session-watch.ts';
import { createSubscribing, mostPerUser } from './subscribing.ts';
import { type Feed, followFeed } from './tail.ts';

export type Hub = ReturnType<typeof createHub>;
interface Deps extends SessionServices, Pick<ApiDeps, 'readStore' | 'state' | 'log' | 'sharesProcess'> {
  readonly serving: Pick<Serving, 'of'>;
  readonly online: Pick<Online, 'here' | 'gone'>;
  readonly mostLinesOfUser?: number | undefined;
}
/** Told as it is to whoever follows its channel: no event of theirs stands behind it. */
const unseenNotice = { seq: 0, room: undefined, before: undefined, after: undefined };

/** Returns what admins hear of a session that began or ended: whose. */
function sessionItem(companyId: string, id: string): Item {
  const channel = channels.session(companyId);
  const text = changeJson({ channel, action: 'update', id, position: 0 });
  const admins = { owner: null, shared: false, any: 'users:manage' } as const;
  return {
    seq: 0,
    companyId,
    channel,
    action: 'update',
    id,
    room: undefined,
    before: admins,
    after: admins,
    json: () => text,
    gone: text,
  };
}

/** Returns what each company hears of a record of the platform, on its own channel: for whom the record is. */
function platformItems(notice: Notice, companies: Iterable<string>): Item[] {
  const suffix = platformRecordOf(notice);
  if (suffix === undefined) return [];
  const { action, id, position } = notice;
  const isGone = action === 'delete' || notice.document === undefined;
  const document = isGone ? undefined : recordViewOf(suffix, notice.document as RecordDocument);
  const { before, after } = notice;
  return [...companies]
    .filter((companyId) => companyId !== platformCompanyId)
    .map((companyId) => {
      const channel = channels.record(companyId, suffix);
      const text = changeJson({ channel, action, id, position, ...(document && { document }) });
      const gone = changeJson({ channel, action: 'delete', id, position });
      return { ...unseenNotice, before, after, companyId, channel, action, id, json: () => text, gone };
    });
}

/** Returns what keeps up with the change feed: every notice passes once, in order; what was missed has all reloaded. */
function createIntake(
  { readStore, names, log }: Pick<Deps, 'readStore' | 'names' | 'log'>,
  roster: Roster,
  pace: ReturnType<typeof createFramePace>,
  distribution: ReturnType<typeof createDistribution>,
  watch: ReturnType<typeof createSessionWatch>,
) {
  const heads = new Map<string, number>();
  let generation = '';

  /** Returns whether it is new. */
  function isNext({ companyId, seq }: Notice): boolean {
    const head = heads.get(companyId);
    if (head !== undefined && seq <= head) return false;
    if (head !== undefined && seq > head + 1) {
      log.warn({ companyId, head, seq }, 'changes were missed');
      names.clear();
      for (const { subscriber } of roster.of(companyId)) subscriber.resync();
    }
    heads.set(companyId, seq);
    return true;
  }

  return {
    generation: (): string => generation,
    /** Up to where a company's changes have been taken in, names too. */
    headOf: (companyId: string): number => heads.get(companyId) ?? 0,
    receive(notices: readonly Notice[]): void {
      const freshNotices = notices.filter((notice) => {
        if (!isNext(notice)) return false;
        const { companyId, channel, id } = notice;
        names.apply(notice);
        if (channel === channels.user(companyId)) watch.userChanged(notice);
        if (channel === channels.auth(companyId)) {
          void watch.check(companyId, id);
          pace.item(sessionItem(companyId, id));
        }
        if (channel === channels.record(companyId, 'role')) watch.roleChanged(notice);
        if (channel === channels.company(companyId)) watch.companyChanged(notice);
        if (companyId === platformCompanyId) platformItems(notice, roster.companies()).forEach(pace.item);
        return true;
      });
      pace.notices(freshNotices);
    },
    /** Whether all up to these numbers has been taken in. */
    isKnown: (stored: ReadonlyMap<string, number>): boolean =>
      [...stored].every(([companyId, seq]) => seq <= (heads.get(companyId) ?? 0)),
    /** Other read models live now. */
    async startOver(next: string): Promise<void> {
      generation = next;
      names.clear();
      heads.clear();
      pace.dropNotices();
      distribution.startOver();
      for (const [companyId, seq] of await readStore.heads()) heads.set(companyId, seq);
      for (const { subscriber } of roster.everyone()) {
        subscriber.newGeneration(next, heads.get(subscriber.companyId) ?? 0);
        subscriber.flush();
      }
    },
  };
}

/** Returns what fans the change feed out to this process's subscribers: one tail for all, names joined once, a frame every 16 ms. */
export function createHub(deps: Deps) {
  const { readStore, log, online } = deps;
  const roster = createRoster();
  const lines = createLines(deps.mostLinesOfUser);
  const endLines = createFarewells(roster);
  const distribution = createDistribution(deps, roster);
  const pace = createFramePace(distribution.tell);
  const watch = createSessionWatch({ ...deps, lines, entriesOf: roster.of, end: endLines });
  const intake = createIntake(deps, roster, pace, distribution, watch);
  let feed: Feed | undefined;
  let roundCount = 0;
  async function housekeep(): Promise<void> {
    for (const { subscriber } of roster.everyone()) subscriber.flush();
    const live = await readStore.generation();
    if (live !== intake.generation()) {
      await feed?.stop();
      await intake.startOver(live);
      feed = await followFeed(deps, intake.receive, intake.isKnown);
    }
    if (++roundCount % 15 === 0)
      for (const { subscriber } of roster.everyone()) void online.here(subscriber.session);
    if (roundCount % 5 === 0) await watch.checkAll();
  }
  const housekeeping = createRounds(housekeep, {
    pauseMs: 1_000,
    isLate: true,
    onFailure: (err) => log.warn({ err }, 'the change feed is not reachable'),
  });

  return {
    async start(): Promise<void> {
      feed = await followFeed(deps, intake.receive, intake.isKnown);
      await intake.startOver(await readStore.generation());
      housekeeping.start();
    },

    /**
     * A socket that has signed in: it ends with its session from here on.
     * @throws ERR_TOO_MANY_REQUESTS for more than one person has open
     */
    enter(owner: Owner, close: SignedLine['close']): { line: SignedLine; leave(): void } {
      const line: SignedLine = { owner, close };
      return { line, leave: lines.enter(line) };
    },

    subscribe: createSubscribing({ ...deps, roster, generation: intake.generation }),
    /** Whether somebody follows as much as one person may, so that nothing need be read to refuse more. */
    isFull: (owner: Owner): boolean => roster.ofUser(owner) >= mostPerUser,

    /**
     * Returns the cursor (`generation:seq`) of a company's changes: whatever is read here from now on is at least as new. Not the
     * read models' own head: names that documents are shown with are remembered, and may be older than that.
     */
    position: (companyId: string): string => `${intake.generation()}:${intake.headOf(companyId)}`,

    /** What was answered with this position, by whichever process, is known here. See `Feed`. */
    caughtUp: async (position: number): Promise<void> => feed?.caughtUp(position),

    tell({ document, documentFor, ...announcement }: Announcement): void {
      const change = { channel: announcement.channel, action: announcement.action, id: announcement.id };
      const jsonOf = (shown: unknown) =>
        changeJson({ ...change, position: 0, ...(shown !== undefined && { document: shown }) });
      const gone = jsonOf(document);
      const jsonFor = documentFor && rememberedBy((viewer) => jsonOf(documentFor(viewer)));
      pace.item({
        ...unseenNotice,
        ...announcement,
        json: (viewer) => jsonFor?.(viewer, false) ?? gone,
        gone,
      });
    },

    /** Tells the browsers of this session that it has ended, then closes their sockets, used or not. */
    endSession(companyId: string, userId: string, sid: string, why: SessionEnd): void {
      const own = lines.ofUser(companyId, userId);
      endLines(
        own.filter(({ owner }) => owner.sid === sid),
        why,
      );
    },

    subscribers: roster.count,
    /** Who of these may see something, of those connected here (for presence). */
    connected: (companyId: string): readonly Session[] =>
      [...roster.of(companyId)].map(({ subscriber }) => subscriber.session),

    async close(): Promise<void> {
      pace.close();
      housekeeping.stop();
      await feed?.stop();
      await Promise.all([...roster.everyone()].map(({ subscriber }) => online.gone(subscriber.session)));
      for (const { subscriber } of [...roster.everyone()]) subscriber.end();
      for (const line of [...lines.all()]) line.close(1001, 'the server is going away');
      roster.clear();
    },
  };
}
