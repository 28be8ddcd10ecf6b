import { channels } from '../../contract/channels.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { SessionEnd } from '../auth/sessions.ts';
import { refuseEnded, type SessionServices, standing } from '../auth/standing.ts';
import { type Session, sessionOf } from '../auth/subject.ts';
import type { ApiDeps } from '../deps.ts';
import { platformRecordOf, recordViewOf } from '../records/live-view.ts';
import { type Announcement, changeJson, type Item } from './item.ts';

import { createLines, type Owner, type SignedLine } from './lines.ts';
import type { Online } from './online.ts';
import { prepareItems } from './prepare.ts';
import { missedSince } from './replay.ts';
import { within } from './rights.ts';
import { checkRooms, enterRooms } from './rooms.ts';
import type { Serving } from './serving.ts';
import { createSessionWatch, type Entry, rightsOf } from './session-watch.ts';
import { type Batch, createSubscriber, type Subscriber } from './subscriber.ts';
import { type Feed, followFeed } from './tail.ts';

// A browser's own pace; at 25 ms a change waited half as long again for its frame (docs/decisions/0004-frame-pace.md).
const frameMs = 16;
/** Long enough for a browser to read why its session has ended before its socket is closed. */
const farewellMs = 150;

export type Hub = ReturnType<typeof createHub>;
interface Deps extends SessionServices, Pick<ApiDeps, 'readStore' | 'state' | 'log' | 'sharesProcess'> {
  readonly serving: Pick<Serving, 'of'>;
  readonly online: Pick<Online, 'here' | 'gone'>;
  readonly mostLinesOfUser?: number | undefined;
}

/** Fans the change feed out to this process's subscribers: one tail for all, names joined once, a frame every 16 ms. */
export function createHub(deps: Deps) {
  const { readStore, names, log } = deps;
  const companies = new Map<string, Set<Entry>>();
  const lines = createLines(deps.mostLinesOfUser);
  const ending = new WeakSet<SignedLine>();
  const heads = new Map<string, number>();
  let generation = '';
  let incoming: Notice[] = [];
  let fleeting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing = false;
  // Durations by the clock that nobody sets: the wall clock steps back, and a frame waited as long as it had stepped.
  let lastFlush = Number.NEGATIVE_INFINITY;
  let feed: Feed | undefined;
  let housekeeping: NodeJS.Timeout | undefined;
  let closed = false;

  const entriesOf = (companyId: string): Iterable<Entry> => companies.get(companyId) ?? [];
  const everyone = function* () {
    for (const entries of companies.values()) yield* entries;
  };

  const watch = createSessionWatch({
    ...deps,
    lines,
    entriesOf,
    end: (ended, why) => endLines(ended, why),
  });

  function schedule(): void {
    if (timer || flushing || closed) return;
    timer = setTimeout(flush, Math.max(0, frameMs - (performance.now() - lastFlush)));
  }

  async function flush(): Promise<void> {
    timer = undefined;
    flushing = true;
    lastFlush = performance.now();
    const notices = incoming;
    const items = fleeting;
    incoming = [];
    fleeting = [];
    try {
      const byCompany = Map.groupBy(notices, (notice) => notice.companyId);
      const touched = new Set([...byCompany.keys(), ...items.map((item) => item.companyId)]);
      for (const companyId of touched) {
        if (!companies.has(companyId)) continue;
        const told = byCompany.get(companyId) ?? [];
        const own = items.filter((item) => item.companyId === companyId);
        let prepared: readonly Item[];
        try {
          prepared = await prepareItems(deps, companyId, told);
        } catch (err) {
          // The documents behind these changes could not be read: nobody may believe to be up to date.
          log.error({ err, companyId }, 'changes could not be prepared');
          for (const { subscriber } of entriesOf(companyId)) subscriber.resync();
          prepared = [];
        }
        distribute(companyId, {
          items: [...prepared, ...own],
          head: told.at(-1)?.seq ?? 0,
          shared: new Map(),
        });
      }
    } finally {
      flushing = false;
      if (incoming.length > 0 || fleeting.length > 0) schedule();
    }
  }

  function distribute(companyId: string, batch: Batch): void {
    const tickets = batch.items.filter((item) => item.channel === channels.ticket(companyId));
    for (const { subscriber } of entriesOf(companyId)) {
      // First who may still stand in which room, then what is said there.
      if (subscriber.rooms.size > 0)
        for (const { id, after } of tickets)
          if (after !== undefined) subscriber.mayEnter(id, within(subscriber.session, after));
      subscriber.offer(batch);
      subscriber.flush();
    }
  }

  /** A record of the platform is everybody's: each company hears of it on its own channel, by which it is followed. */
  function tellEveryCompany(notice: Notice): void {
    const suffix = platformRecordOf(notice);
    if (suffix === undefined) return;
    const { action, id, position } = notice;
    const document =
      action === 'delete' || notice.document === undefined
        ? undefined
        : recordViewOf(suffix, notice.document as RecordDocument);
    for (const companyId of companies.keys()) {
      if (companyId === platformCompanyId) continue;
      const channel = channels.record(companyId, suffix);
      const text = changeJson({ channel, action, id, position, ...(document && { document }) });
      const whom = { room: undefined, before: undefined, after: undefined };
      fleeting.push({ companyId, channel, action, id, seq: 0, ...whom, json: () => text, gone: text });
    }
  }

  /** Every notice passes here once, in order. */
  function receive(notices: readonly Notice[]): void {
    for (const notice of notices) {
      const head = heads.get(notice.companyId);
      if (head !== undefined && notice.seq <= head) continue;
      if (head !== undefined && notice.seq > head + 1) {
        log.warn({ companyId: notice.companyId, head, seq: notice.seq }, 'changes were missed');
        names.clear();
        for (const { subscriber } of entriesOf(notice.companyId)) subscriber.resync();
      }
      heads.set(notice.companyId, notice.seq);
      names.apply(notice);
      if (notice.channel === channels.user(notice.companyId)) watch.userChanged(notice);
      if (notice.channel === channels.auth(notice.companyId)) void watch.check(notice.companyId, notice.id);
      if (notice.channel === channels.company(notice.companyId)) watch.companyChanged(notice);
      if (notice.companyId === platformCompanyId) tellEveryCompany(notice);
      incoming.push(notice);
    }
    if (incoming.length > 0) schedule();
  }

  /** From now on nothing reaches these sockets but that their session has ended, once; then they are closed. */
  function endLines(ended: readonly SignedLine[], why: SessionEnd): void {
    for (const line of ended) {
      if (ending.has(line)) continue;
      ending.add(line);
      const { companyId, userId } = line.owner;
      const own = [...entriesOf(companyId)].filter((entry) => entry.line === line);
      const channel = channels.auth(companyId);
      const said = changeJson({ channel, action: 'logout', id: userId, position: 0 });
      for (const { subscriber } of own) subscriber.farewell(channel, said);
      const close = () => line.close(4401, why);
      if (own.length === 0) close();
      else setTimeout(close, farewellMs);
    }
  }

  async function startOver(next: string): Promise<void> {
    generation = next;
    names.clear();
    heads.clear();
    incoming = [];
    for (const [companyId, seq] of await readStore.heads()) heads.set(companyId, seq);
    for (const { subscriber } of everyone()) {
      subscriber.newGeneration(next, heads.get(subscriber.companyId) ?? 0);
      subscriber.flush();
    }
  }

  let rounds = 0;
  async function housekeep(): Promise<void> {
    for (const { subscriber } of everyone()) subscriber.flush();
    try {
      const live = await readStore.generation();
      if (live !== generation) {
        await feed?.stop();
        await startOver(live);
        feed = await followFeed(deps, receive);
      }
      if (++rounds % 15 === 0)
        for (const { subscriber } of everyone()) void deps.online.here(subscriber.session);
      if (rounds % 5 === 0) await watch.checkAll();
    } catch (err) {
      log.warn({ err }, 'the change feed is not reachable');
    } finally {
      if (!closed) housekeeping = setTimeout(housekeep, 1_000);
    }
  }

  const hub = {
    async start(): Promise<void> {
      feed = await followFeed(deps, receive);
      await startOver(await readStore.generation());
      housekeeping = setTimeout(housekeep, 1_000);
    },

    /**
     * A socket that has signed in: it ends with its session from here on.
     * @throws ERR_TOO_MANY_REQUESTS for more than one person has open
     */
    enter(owner: Owner, close: SignedLine['close']): { line: SignedLine; leave(): void } {
      const line: SignedLine = { owner, close };
      return { line, leave: lines.enter(line) };
    },

    /**
     * @param request.session with the rights of this moment
     * @param request.after cursor of an earlier subscription: what was missed comes first, or `resync`
     * @throws ERR_NO_PERMISSION for a room out of sight, ERR_NO_TICKET_FOUND, ERR_NO_SESSION
     */
    async subscribe(request: {
      line: SignedLine;
      session: Session;
      channels: ReadonlySet<string>;
      rooms: readonly string[];
      after: string | undefined;
    }): Promise<{ frames: ReturnType<Subscriber['frames']>; stop(): void }> {
      const { session, after, line } = request;
      const { companyId } = session;
      const reader = readStore.forCompany(companyId);
      const rooms = await enterRooms(reader, session, request.rooms);
      const subscriber = createSubscriber({
        session,
        generation,
        channels: request.channels,
        rooms,
        from: 0,
      });
      const entry: Entry = { subscriber, line };
      // Registered before anything is read: what happens from now on waits behind the replay.
      const entries = companies.get(companyId) ?? new Set();
      companies.set(companyId, entries.add(entry));
      void deps.online.here(session);
      const stop = () => {
        entries.delete(entry);
        if (hub.subscriptionsOf(session) === 0) void deps.online.gone(session);
        if (entries.size === 0 && companies.get(companyId) === entries) companies.delete(companyId);
        subscriber.end();
      };
      try {
        const missed = await missedSince(deps, { companyId, after, generation });
        // Rights were read, and rooms checked, before the subscription stood: a change in between was told to nobody.
        const { user, end } = await standing(deps, session);
        if (!user || end) refuseEnded(user, end);
        const now = sessionOf(user, session.sid);
        if (rightsOf(now) !== rightsOf(subscriber.session)) subscriber.rights(now);
        await checkRooms(reader, subscriber);
        subscriber.replayed(missed.batches, missed.from, missed.tooMuch);
      } catch (error) {
        stop();
        throw error;
      }
      return { frames: subscriber.frames(), stop };
    },

    /** What was answered with this position, by whichever process, is known here. See `Feed`. */
    caughtUp: async (position: number): Promise<void> => feed?.caughtUp(position),

    tell(item: Announcement): void {
      const text = changeJson({
        channel: item.channel,
        action: item.action,
        id: item.id,
        position: 0,
        ...(item.document !== undefined && { document: item.document }),
      });
      fleeting.push({ ...item, seq: 0, before: undefined, json: () => text, gone: text });
      schedule();
    },

    /** Tells the browsers of this session that it has ended, then closes their sockets, used or not. */
    endSession(companyId: string, userId: string, sid: string, why: SessionEnd): void {
      endLines(
        lines.ofUser(companyId, userId).filter(({ owner }) => owner.sid === sid),
        why,
      );
    },

    subscriptionsOf: (session: Session): number =>
      [...entriesOf(session.companyId)].filter(
        ({ subscriber }) => subscriber.session.userId === session.userId,
      ).length,
    subscribers: (): number => [...companies.values()].reduce((sum, entries) => sum + entries.size, 0),
    /** Who of these may see something, of those connected here (for presence). */
    connected: (companyId: string): readonly Session[] =>
      [...entriesOf(companyId)].map(({ subscriber }) => subscriber.session),

    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      clearTimeout(housekeeping);
      await feed?.stop();
      await Promise.all([...everyone()].map(({ subscriber }) => deps.online.gone(subscriber.session)));
      for (const { subscriber } of [...everyone()]) subscriber.end();
      for (const line of [...lines.all()]) line.close(1001, 'the server is going away');
      companies.clear();
    },
  };

  return hub;
}
