import type { Features } from '../../domain/company/features.ts';
import type { Session } from '../auth/subject.ts';
import { isInPlan, mayFollow } from './channels.ts';
import { audienceBefore, type Item, viewKey } from './item.ts';
import { visibilityAfter } from './rights.ts';

/** A client that does not read in time is told to reload, instead of growing a queue without bound. */
export const mostPending = 2_000;
/** Nor a few large ones: letters of JSON. */
export const mostLetters = 8_000_000;
const resyncText = '{"channel":"","action":"resync","id":"","position":0}';

export interface Frame {
  /** Cursor to come back with: `generation:seq`. */
  readonly seq: string;
  /** A JSON array. */
  readonly items: Json;
}

/** JSON of one or more items, without the brackets around them: as text, and encoded once for all who get the same. */
export interface Json {
  readonly text: string;
  /** The UTF-8 bytes of the array. */
  bytes(): Buffer;
}

const jsonOf = (text: string): Json => {
  let bytes: Buffer | undefined;
  return {
    text,
    bytes: () => {
      bytes ??= Buffer.from(`[${text}]`);
      return bytes;
    },
  };
};

/** One batch of items as this process prepared it; `sharedFrames` remembers the JSON of selections that many subscribers have in common. */
export interface Batch {
  readonly items: readonly Item[];
  readonly head: number;
  readonly sharedFrames: Map<string, Json>;
  /** Where the line stood that began last, of those that are told briefly: what it was not told since goes out whole. */
  readonly newest?: number;
}

/** Returns what waits for a client that reads: JSON of items, and how much of it there is; or that it is to reload. */
function createBacklog() {
  let pendingItems: Json[] = [];
  let count = 0;
  let letters = 0;
  let isReload = false;
  const clear = (): void => {
    pendingItems = [];
    count = 0;
    letters = 0;
    isReload = false;
  };
  return {
    isEmpty: (): boolean => pendingItems.length === 0 && !isReload,
    isReload: (): boolean => isReload,
    isTooLong: (): boolean => count > mostPending || letters > mostLetters,
    add(json: Json, items: number): void {
      pendingItems.push(json);
      count += items;
      letters += json.text.length;
    },
    clear,
    /** All that waits is worth nothing. */
    reload(): void {
      clear();
      isReload = true;
    },
    /** Returns all of it as one array; nothing waits from then on. */
    take(): Json {
      const items = isReload ? [jsonOf(resyncText)] : pendingItems;
      clear();
      return items.length === 1 ? items[0]! : jsonOf(items.map(({ text }) => text).join(','));
    },
  };
}

/** What one subscription is told of: who asks, with present rights, and what they follow. */
interface Interest {
  readonly session: Session;
  readonly channels: ReadonlySet<string>;
  /** Tickets whose messages are followed, and whether the session may see them now. */
  readonly rooms: ReadonlyMap<string, boolean>;
  /** Whether its line understands brief changes. */
  readonly isBrief: boolean;
}

/** How far a subscription is. */
interface Standing {
  /** It has all up to this number. */
  readonly delivered: number;
  /** It was told all after this number, and what it knew of before counts for nothing. */
  readonly knownSince: number;
}

const follows = ({ channels, rooms, session }: Interest, { only, room, channel }: Item): boolean => {
  const { userId, sid } = session;
  if (only && (only.userId !== userId || (only.sid !== undefined && only.sid !== sid))) return false;
  return room === undefined ? channels.has(channel) : rooms.get(room) === true;
};

/** Returns what of a batch is new to a subscription, and how many items; those who get the same share it. */
function select(
  batch: Batch,
  interest: Interest,
  { delivered, knownSince }: Standing,
): { json: Json; items: number } | undefined {
  const { session } = interest;
  const chosenFrames: string[] = [];
  let key = viewKey(session);
  batch.items.forEach((item, index) => {
    if ((item.seq > 0 && item.seq <= delivered) || !follows(interest, item)) return;
    const visibility = visibilityAfter(session, audienceBefore(item, delivered), item.after);
    if (visibility === 'hidden') return;
    const brief =
      visibility === 'visible' && interest.isBrief
        ? item.brief?.(session, batch.newest ?? batch.head)
        : undefined;
    if (brief !== undefined && brief.wholeAt > knownSince) {
      chosenFrames.push(brief.json);
      key += `,~${index}`;
      return;
    }
    chosenFrames.push(visibility === 'visible' ? item.json(session) : item.gone);
    key += visibility === 'visible' ? `,${index}` : `,-${index}`;
  });
  if (chosenFrames.length === 0) return undefined;
  const json = batch.sharedFrames.get(key) ?? jsonOf(chosenFrames.join(','));
  batch.sharedFrames.set(key, json);
  return { json, items: chosenFrames.length };
}

export interface SubscriberOptions extends Interest {
  /** What its plan has; of a company that is not there, nothing. */
  readonly company: Features | undefined;
  readonly generation: string;
  readonly rooms: Map<string, boolean>;
  /** Last seq the client has. */
  readonly from: number;
}

/**
 * Returns which of the channels that were asked for are followed, by present rights and the company's present plan.
 * @param onChange what it knows is to be loaded anew
 */
function createReach(options: SubscriberOptions, onChange: () => void) {
  const { companyId } = options.session;
  let { session, company } = options;
  const planned = (): string[] =>
    [...options.channels].filter((channel) => isInPlan(company, companyId, channel));
  const present = () => new Set(planned().filter((channel) => mayFollow(session, channel)));
  let channels: ReadonlySet<string> = new Set(planned());
  return {
    now: () => ({ session, channels }),
    rights(next: Session): void {
      session = next;
      channels = present();
      onChange();
    },
    /** Returns whether the company's plan, as it is now, has other channels. */
    plan(next: Features | undefined): boolean {
      company = next;
      const before = channels;
      channels = present();
      const isOther = channels.size !== before.size || [...channels].some((channel) => !before.has(channel));
      if (isOther) onChange();
      return isOther;
    },
  };
}

/** Returns a bell: who waits goes on when it rings. */
function createBell() {
  let wake: (() => void) | undefined;
  return {
    ring(): void {
      wake?.();
      wake = undefined;
    },
    heard: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
}

/** Returns how far a subscription is, from this number on. */
function createProgress(from: number) {
  let delivered = from;
  let knownSince = from;
  let head = from;
  return {
    /** The cursor to come back with. */
    head: () => head,
    standing: (): Standing => ({ delivered, knownSince }),
    pass(batch: Batch): void {
      head = Math.max(head, batch.head);
      delivered = Math.max(delivered, batch.head);
    },
    standAt(seq: number): void {
      delivered = seq;
      head = seq;
    },
    /** What it was told before counts for nothing. */
    forget(): void {
      knownSince = delivered;
    },
  };
}

/** An empty frame now and then, so that the cursor does not fall behind. */
const idleMs = 5_000;

export type Subscriber = ReturnType<typeof createSubscriber>;

/** Returns what one subscription is owed. Frames are pulled: the next is made when the socket has taken the last. */
export function createSubscriber(options: SubscriberOptions) {
  const { rooms } = options;
  const backlog = createBacklog();
  let { generation } = options;
  const reach = createReach(options, reload);
  const progress = createProgress(options.from);
  let greeting = true;
  let ended = false;
  const bell = createBell();
  let lastFrameAt = 0;
  /** Until the replay is done live batches wait here, so that nothing overtakes it. */
  let heldBatches: Batch[] | undefined = [];
  let leaving = false;

  const isOwed = () =>
    !heldBatches && (!backlog.isEmpty() || (progress.head() > 0 && performance.now() - lastFrameAt > idleMs));

  function take(batch: Batch): void {
    if (leaving) return;
    const interest = { ...reach.now(), rooms, isBrief: options.isBrief };
    const chosen = backlog.isReload() ? undefined : select(batch, interest, progress.standing());
    if (chosen) backlog.add(chosen.json, chosen.items);
    if (backlog.isTooLong()) reload();
    progress.pass(batch);
    if (backlog.isReload()) progress.forget();
  }

  function reload(): void {
    if (leaving) return;
    backlog.reload();
    progress.forget();
  }

  function nextFrame(): Frame {
    greeting = false;
    lastFrameAt = performance.now();
    return { seq: `${generation}:${progress.head()}`, items: backlog.take() };
  }

  return {
    get session() {
      return reach.now().session;
    },
    companyId: options.session.companyId,
    /** Since when it was told all, of those that are told briefly; undefined where it is told nothing now: one that does not read. */
    get knownSince(): number | undefined {
      const isTold = options.isBrief && !heldBatches && !backlog.isReload();
      return isTold ? progress.standing().knownSince : undefined;
    },
    rooms: rooms as ReadonlyMap<string, boolean>,
    /** A batch of the live feed. */
    offer: (batch: Batch): void => (heldBatches ? void heldBatches.push(batch) : take(batch)),
    /** What was missed; then what happened meanwhile. */
    replayed(batches: readonly Batch[], from: number, missedTooMuch: boolean): void {
      progress.standAt(from);
      if (missedTooMuch) reload();
      const meanwhile = heldBatches ?? [];
      heldBatches = undefined;
      for (const batch of batches) take(batch);
      progress.forget();
      for (const batch of meanwhile) take(batch);
      bell.ring();
    },
    /** The session has ended: whoever follows the channel is told this, nobody is told anything after it. */
    farewell(channel: string, text: string): void {
      leaving = true;
      heldBatches = undefined;
      greeting = false;
      backlog.clear();
      if (reach.now().channels.has(channel)) backlog.add(jsonOf(text), 1);
      bell.ring();
    },
    /** All the client knows may be wrong: it reloads. */
    resync: reload,
    rights: reach.rights,
    plan: reach.plan,
    mayEnter(ticketId: string, allowed: boolean): void {
      if (rooms.has(ticketId)) rooms.set(ticketId, allowed);
    },
    newGeneration(next: string, seq: number): void {
      generation = next;
      progress.standAt(seq);
      reload();
    },
    /** Time for a frame, if there is anything to say. */
    flush: (): void => void (isOwed() && bell.ring()),
    end(): void {
      ended = true;
      bell.ring();
    },
    async *frames(): AsyncGenerator<Frame, void, undefined> {
      while (!ended)
        if (isOwed() || (greeting && !heldBatches)) yield nextFrame();
        else await bell.heard();
    },
  };
}
