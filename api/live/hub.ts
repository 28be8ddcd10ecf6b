import { channels } from '../../domain/views/index.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { SessionEnd } from '../auth/sessions.ts';
import type { Api } from '../services.ts';
import type { Session } from '../subject.ts';
import { changeJson, type Item } from './item.ts';
import { prepareItems } from './prepare.ts';
import { missedSince } from './replay.ts';
import { within } from './rights.ts';
import { checkRooms, enterRooms } from './rooms.ts';
import { createSessionWatch, type Entry } from './session-watch.ts';
import { type Batch, createSubscriber, type Subscriber } from './subscriber.ts';
import { type Feed, followFeed } from './tail.ts';

// A browser's own pace; at 25 ms a change waited half as long again for its frame (docs/decisions/0004-frame-pace.md).
const frameMs = 16;

export type Hub = ReturnType<typeof createHub>;
type Deps = Pick<
  Api,
  'readStore' | 'names' | 'state' | 'sessions' | 'online' | 'log' | 'sharesProcess' | 'now'
>;

/** Fans the change feed out to this process's subscribers: one tail for all, names joined once, a frame every 16 ms. */
export function createHub(deps: Deps) {
  const { readStore, names, log } = deps;
  const companies = new Map<string, Set<Entry>>();
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
    entriesOf,
    end: (entry, reason) => end(entry, reason),
    endSession: (...ended) => hub.endSession(...ended),
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
      incoming.push(notice);
    }
    if (incoming.length > 0) schedule();
  }

  function end(entry: Entry, reason: string): void {
    companies.get(entry.subscriber.companyId)?.delete(entry);
    entry.close(4401, reason);
    entry.subscriber.end();
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
      if (rounds % 5 === 0) {
        const users = new Map(
          [...everyone()].map(({ subscriber: { session } }) => [session.userId, session.companyId]),
        );
        for (const [userId, companyId] of users) await watch.check(companyId, userId);
      }
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
     * @param request.after cursor of an earlier subscription: what was missed comes first, or `resync`
     * @throws ERR_NO_PERMISSION for a room out of sight, ERR_NO_TICKET_FOUND
     */
    async subscribe(request: {
      session: Session;
      channels: ReadonlySet<string>;
      rooms: readonly string[];
      after: string | undefined;
      close(code: number, reason: string): void;
    }): Promise<{ frames: ReturnType<Subscriber['frames']>; stop(): void }> {
      const { session, after } = request;
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
      const entry: Entry = { subscriber, close: request.close };
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
        subscriber.replayed(missed.batches, missed.from, missed.tooMuch);
        // The rooms were checked before the subscription stood: what moved in between is checked again.
        await checkRooms(reader, subscriber);
      } catch (error) {
        stop();
        throw error;
      }
      return { frames: subscriber.frames(), stop };
    },

    /** What was answered with this position, by whichever process, is known here. See `Feed`. */
    caughtUp: async (position: number): Promise<void> => feed?.caughtUp(position),

    /** A passing change that no event stands behind: presence, the end of a session. */
    tell(item: Omit<Item, 'seq' | 'gone' | 'json' | 'before'> & { document?: unknown }): void {
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

    /** Tells the browsers of this session that it has ended, then closes their sockets. */
    endSession(companyId: string, userId: string, sid: string, why: SessionEnd): void {
      const ended = [...entriesOf(companyId)].filter(
        ({ subscriber: { session } }) => session.userId === userId && session.sid === sid,
      );
      if (ended.length === 0) return;
      hub.tell({
        companyId,
        channel: channels.auth(companyId),
        action: 'logout',
        id: userId,
        room: undefined,
        after: undefined,
        only: { userId, sid },
      });
      setTimeout(() => {
        for (const entry of ended) end(entry, why);
      }, 150);
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
      for (const entry of [...everyone()]) {
        entry.close(1001, 'the server is going away');
        entry.subscriber.end();
      }
      companies.clear();
    },
  };

  return hub;
}
