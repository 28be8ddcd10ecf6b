import type { Session } from '../auth/subject.ts';
import { mayFollow } from './channels.ts';
import { audienceBefore, type Item, viewKey } from './item.ts';
import { sightOf } from './rights.ts';

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
}

/** What waits for a client that reads: JSON of items, and how much of it there is. */
function createBacklog() {
  let pendingItems: Json[] = [];
  let count = 0;
  let letters = 0;
  return {
    isEmpty: (): boolean => pendingItems.length === 0,
    isTooLong: (): boolean => count > mostPending || letters > mostLetters,
    add(json: Json, items: number): void {
      pendingItems.push(json);
      count += items;
      letters += json.text.length;
    },
    clear(): void {
      pendingItems = [];
      count = 0;
      letters = 0;
    },
    /** Returns all of it as one array; `first`: what it begins with. */
    json(first: readonly string[]): Json {
      if (first.length === 0 && pendingItems.length === 1) return pendingItems[0]!;
      return jsonOf([...first, ...pendingItems.map(({ text }) => text)].join(','));
    },
  };
}

/** What one subscription is told of: who asks, with present rights, and what they follow. */
interface Interest {
  readonly session: Session;
  readonly channels: ReadonlySet<string>;
  /** Tickets whose messages are followed, and whether the session may see them now. */
  readonly rooms: ReadonlyMap<string, boolean>;
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
  delivered: number,
): { json: Json; items: number } | undefined {
  const { session } = interest;
  const chosenFrames: string[] = [];
  let key = viewKey(session);
  batch.items.forEach((item, index) => {
    if ((item.seq > 0 && item.seq <= delivered) || !follows(interest, item)) return;
    const sight = sightOf(session, audienceBefore(item, delivered), item.after);
    if (sight === 'never') return;
    chosenFrames.push(sight === 'sees' ? item.json(session) : item.gone);
    key += sight === 'sees' ? `,${index}` : `,-${index}`;
  });
  if (chosenFrames.length === 0) return undefined;
  const json = batch.sharedFrames.get(key) ?? jsonOf(chosenFrames.join(','));
  batch.sharedFrames.set(key, json);
  return { json, items: chosenFrames.length };
}

export interface SubscriberOptions extends Interest {
  readonly generation: string;
  readonly rooms: Map<string, boolean>;
  /** Last seq the client has. */
  readonly from: number;
}

/** Who waits goes on when it rings. */
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

/** An empty frame now and then, so that the cursor does not fall behind. */
const idleMs = 5_000;

export type Subscriber = ReturnType<typeof createSubscriber>;

/** What one subscription is owed. Frames are pulled: the next is made when the socket has taken the last. */
export function createSubscriber(options: SubscriberOptions) {
  const { rooms } = options;
  const backlog = createBacklog();
  let { session, generation, channels } = options;
  let deliveredTo = options.from;
  let head = options.from;
  let resync = false;
  let greeting = true;
  let ended = false;
  const bell = createBell();
  let lastFrameAt = 0;
  /** Until the replay is done live batches wait here, so that nothing overtakes it. */
  let heldBatches: Batch[] | undefined = [];
  let leaving = false;

  const isOwed = () =>
    !heldBatches && (resync || !backlog.isEmpty() || (head > 0 && performance.now() - lastFrameAt > idleMs));

  function take(batch: Batch): void {
    if (leaving) return;
    const chosen = resync ? undefined : select(batch, { session, channels, rooms }, deliveredTo);
    if (chosen) backlog.add(chosen.json, chosen.items);
    if (backlog.isTooLong()) reload();
    head = Math.max(head, batch.head);
    deliveredTo = Math.max(deliveredTo, batch.head);
  }

  function reload(): void {
    if (leaving) return;
    backlog.clear();
    resync = true;
  }

  function nextFrame(): Frame {
    const frame = { seq: `${generation}:${head}`, items: backlog.json(resync ? [resyncText] : []) };
    backlog.clear();
    resync = false;
    greeting = false;
    lastFrameAt = performance.now();
    return frame;
  }

  return {
    get session() {
      return session;
    },
    companyId: options.session.companyId,
    rooms: rooms as ReadonlyMap<string, boolean>,
    /** A batch of the live feed. */
    offer: (batch: Batch): void => (heldBatches ? void heldBatches.push(batch) : take(batch)),
    /** What was missed; then what happened meanwhile. */
    replayed(batches: readonly Batch[], from: number, missedTooMuch: boolean): void {
      deliveredTo = from;
      head = from;
      if (missedTooMuch) reload();
      const meanwhile = heldBatches ?? [];
      heldBatches = undefined;
      for (const batch of [...batches, ...meanwhile]) take(batch);
      bell.ring();
    },
    /** The session has ended: whoever follows the channel is told this, nobody is told anything after it. */
    farewell(channel: string, text: string): void {
      leaving = true;
      heldBatches = undefined;
      resync = false;
      greeting = false;
      backlog.clear();
      if (channels.has(channel)) backlog.add(jsonOf(text), 1);
      bell.ring();
    },
    /** All the client knows may be wrong: it reloads. */
    resync: reload,
    rights(next: Session): void {
      session = next;
      channels = new Set([...options.channels].filter((channel) => mayFollow(next, channel)));
      reload();
    },
    mayEnter(ticketId: string, allowed: boolean): void {
      if (rooms.has(ticketId)) rooms.set(ticketId, allowed);
    },
    newGeneration(next: string, seq: number): void {
      generation = next;
      deliveredTo = seq;
      head = seq;
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
