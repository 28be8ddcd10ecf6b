import type { Session } from '../auth/subject.ts';
import type { Item } from './item.ts';
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

/** One batch of items as this process prepared it; `shared` remembers the JSON of selections that many subscribers have in common. */
export interface Batch {
  readonly items: readonly Item[];
  readonly head: number;
  readonly shared: Map<string, Json>;
}

export interface SubscriberOptions {
  session: Session;
  generation: string;
  channels: ReadonlySet<string>;
  /** Tickets whose messages are followed, and whether the session may see them now. */
  rooms: Map<string, boolean>;
  /** Last seq the client has. */
  from: number;
}

export type Subscriber = ReturnType<typeof createSubscriber>;

/** What one subscription is owed. Frames are pulled: the next is made when the socket has taken the last. */
export function createSubscriber(options: SubscriberOptions) {
  const { channels, rooms } = options;
  let { session, generation } = options;
  let delivered = options.from;
  let pending: Json[] = [];
  let count = 0;
  let letters = 0;
  let head = options.from;
  let resync = false;
  let greeting = true;
  let ended: Error | true | undefined;
  let wake: (() => void) | undefined;
  let lastFrameAt = 0;
  /** Until the replay is done live batches wait here, so that nothing overtakes it. */
  let held: Batch[] | undefined = [];
  let leaving = false;

  const nudge = () => {
    wake?.();
    wake = undefined;
  };

  function selection(batch: Batch): Json | undefined {
    const { profile, userId, sid } = session;
    const chosen: string[] = [];
    let key = profile as string;
    batch.items.forEach((item, index) => {
      if (item.seq > 0 && item.seq <= delivered) return;
      if (
        item.only &&
        (item.only.userId !== userId || (item.only.sid !== undefined && item.only.sid !== sid))
      )
        return;
      if (item.room !== undefined) {
        if (rooms.get(item.room) !== true) return;
      } else if (!channels.has(item.channel)) return;
      const sight = sightOf(session, item.before, item.after);
      if (sight === 'never') return;
      chosen.push(sight === 'sees' ? item.json(profile) : item.gone);
      key += sight === 'sees' ? `,${index}` : `,-${index}`;
    });
    if (chosen.length === 0) return undefined;
    const known = batch.shared.get(key);
    if (known !== undefined) {
      count += chosen.length;
      return known;
    }
    const made = jsonOf(chosen.join(','));
    batch.shared.set(key, made);
    count += chosen.length;
    return made;
  }

  function take(batch: Batch): void {
    if (leaving) return;
    if (!resync) {
      const chosen = selection(batch);
      if (chosen) {
        pending.push(chosen);
        letters += chosen.text.length;
      }
      if (count > mostPending || letters > mostLetters) api.resync();
    }
    head = Math.max(head, batch.head);
    delivered = Math.max(delivered, batch.head);
  }

  const api = {
    get session() {
      return session;
    },
    get rooms(): ReadonlyMap<string, boolean> {
      return rooms;
    },
    get companyId() {
      return session.companyId;
    },
    /** A batch of the live feed. */
    offer(batch: Batch): void {
      if (held) held.push(batch);
      else take(batch);
    },
    /** What was missed; then what happened meanwhile. */
    replayed(batches: readonly Batch[], from: number, missedTooMuch: boolean): void {
      delivered = from;
      head = from;
      if (missedTooMuch) api.resync();
      for (const batch of batches) take(batch);
      const meanwhile = held ?? [];
      held = undefined;
      for (const batch of meanwhile) take(batch);
      nudge();
    },
    /** The session has ended: whoever follows the channel is told this, nobody is told anything after it. */
    farewell(channel: string, text: string): void {
      leaving = true;
      held = undefined;
      resync = false;
      greeting = false;
      pending = channels.has(channel) ? [jsonOf(text)] : [];
      nudge();
    },
    /** All the client knows may be wrong: it reloads. */
    resync(): void {
      if (leaving) return;
      pending = [];
      count = 0;
      letters = 0;
      resync = true;
    },
    rights(next: Session): void {
      session = next;
      api.resync();
    },
    mayEnter(ticketId: string, allowed: boolean): void {
      if (rooms.has(ticketId)) rooms.set(ticketId, allowed);
    },
    newGeneration(next: string, seq: number): void {
      generation = next;
      delivered = seq;
      head = seq;
      api.resync();
    },
    /** Time for a frame, if there is anything to say; an empty one now and then, so that the cursor does not fall behind. */
    flush(): void {
      const owed = pending.length > 0 || resync || (head > 0 && performance.now() - lastFrameAt > 5_000);
      if (owed && !held) nudge();
    },
    end(reason?: Error): void {
      ended = reason ?? true;
      nudge();
    },
    async *frames(): AsyncGenerator<Frame, void, undefined> {
      for (;;) {
        const now = performance.now();
        const ready =
          !held && (greeting || resync || pending.length > 0 || (head > 0 && now - lastFrameAt > 5_000));
        if (ended) {
          if (ended instanceof Error) throw ended;
          return;
        }
        if (!ready) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        const texts = pending.map(({ text }) => text);
        const items =
          !resync && pending.length === 1
            ? pending[0]!
            : jsonOf((resync ? [resyncText, ...texts] : texts).join(','));
        const frame = { seq: `${generation}:${head}`, items };
        pending = [];
        count = 0;
        letters = 0;
        resync = false;
        greeting = false;
        lastFrameAt = now;
        yield frame;
      }
    },
  };
  return api;
}
