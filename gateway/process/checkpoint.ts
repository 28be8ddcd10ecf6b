/** What follows from an event of the log: process managers, the lease and checkpoint of each, and what runs them. */

import type { EventStore, Mark } from '../../domain/kernel/event-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Start } from '../log/follow-log.ts';
import type { ProcessManager } from './process-manager.ts';

/** `process/{name}`: where the manager began, and events up to which everything is done, newest first. */
interface Stored {
  readonly startedAt: number;
  readonly marks: readonly Mark[];
}

/** Another process has the checkpoint now: what this one did is repeated there, under the same ids. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** Returns the marks with the new one in front: of those before, one for each doubling of the distance. */
function withMark(marks: readonly Mark[], newest: Mark): readonly Mark[] {
  const distances = new Set<number>();
  const former = marks.filter(({ position }) => {
    const distance = Math.floor(Math.log2(newest.position - position));
    return !distances.has(distance) && distances.add(distance);
  });
  return [newest, ...former];
}

const markOf = ({ stream, revision, position, id }: Mark): Mark => ({ stream, revision, position, id });

/** Process managers that begin with what comes. */
export const followers = [
  'assistant',
  'bot',
  'campaign-leaving',
  'connection-remains',
  'email-notices',
  'record-remains',
  'renewal',
  'schedule-answers',
  'webhooks',
];

/**
 * Fixes where those begin that were never here, before anything can come: they start behind the API, or die before they do, or
 * come later in a process of their own. Of several processes the first one fixes it.
 */
export async function fixStarts({
  state,
  eventStore,
}: {
  readonly state: StateStore;
  readonly eventStore: Pick<EventStore, 'head'>;
}): Promise<void> {
  const keys = followers.map((name) => `process/${name}`);
  const there = await Promise.all(keys.map((key) => state.get(key)));
  const missing = keys.filter((_, index) => !there[index]);
  if (missing.length === 0) return;
  const stored: Stored = { startedAt: await eventStore.head(), marks: [] };
  for (const key of missing) await state.set(key, stored, { expected: null });
}

/**
 * Returns a manager's checkpoint, opened for whoever has its lease. It is written at once: a holder before this one,
 * who does not know yet that its lease has ended, can move it no more.
 */
export async function openCheckpoint(
  {
    state,
    eventStore,
  }: { readonly state: StateStore; readonly eventStore: Pick<EventStore, 'head' | 'stands'> },
  { name, start }: Pick<ProcessManager, 'name' | 'start'>,
) {
  const key = `process/${name}`;
  const there = await state.get<Stored>(key);
  let storedCheckpoint: Stored = there?.value ?? {
    startedAt: start === 'head' ? await eventStore.head() : 0,
    marks: [],
  };
  let version: number | null = there?.version ?? null;

  async function write(next: Stored, passing = false): Promise<void> {
    const entry = await state.set(key, next, { expected: version, passing });
    if (!entry) throw new FencedError(`${name}: the checkpoint is another's`);
    storedCheckpoint = next;
    version = entry.version;
  }
  await write(storedCheckpoint);

  return {
    start: (): Start => ({
      after: storedCheckpoint.marks[0]?.position ?? storedCheckpoint.startedAt,
      mark: storedCheckpoint.marks[0],
    }),
    /** Everything up to this event is done. After a power cut some of it may come again, as after a death. @throws FencedError */
    save: (mark: Mark): Promise<void> =>
      write({ ...storedCheckpoint, marks: withMark(storedCheckpoint.marks, markOf(mark)) }, true),
    /** An older copy of the log was put back: goes back to the last mark that it holds, from which all comes again. */
    async rewind(): Promise<void> {
      let { marks } = storedCheckpoint;
      for (const mark of storedCheckpoint.marks) {
        if (await eventStore.stands(mark)) break;
        marks = marks.slice(1);
      }
      await write({ startedAt: Math.min(storedCheckpoint.startedAt, await eventStore.head()), marks });
    },
  };
}
export type Checkpoint = Awaited<ReturnType<typeof openCheckpoint>>;

/** Returns what is done of a log whose events end in any order: up to which one nothing is missing. */
export function watermark() {
  /** In order of the log; `through`: what follows without anything to do. */
  let begunEvents: { through: Mark; isDone: boolean }[] = [];
  let reachedMark: Mark | undefined;

  return {
    /** Nothing is to be done about it. */
    pass(event: Mark): void {
      const last = begunEvents.at(-1);
      if (last) last.through = event;
      else reachedMark = event;
    },
    /** Returns what is called when it is done. */
    begin(event: Mark): () => void {
      const one = { through: event, isDone: false };
      begunEvents.push(one);
      return () => {
        one.isDone = true;
        const open = begunEvents.findIndex(({ isDone }) => !isDone);
        const done = open < 0 ? begunEvents : begunEvents.slice(0, open);
        reachedMark = done.at(-1)?.through ?? reachedMark;
        begunEvents = begunEvents.slice(done.length);
      };
    },
    /** Returns the last event up to which all is done, of those told to it. */
    reached: (): Mark | undefined => reachedMark,
  };
}
