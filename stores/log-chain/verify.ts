import {
  type ChainProblem,
  type ChainReport,
  chainEvents,
  chainStream,
  genesis,
  type LogSealed,
  type StoredEvent,
  type StoredEvents,
} from '../../domain/kernel/log-chain.ts';
import { chainHash, eventsOf, isSigned, nameOf, type Sealed } from './chain.ts';

const page = 64;
/** Of the problems found, so many are named: a log that was written anew has as many as it has events. */
const mostNamed = 100;

interface Options {
  /** See `sealKey`; absent: seals are checked by each other alone. */
  readonly key?: Buffer | undefined;
  /** Heads that somebody noted elsewhere: the chain must have them. */
  readonly heads?: readonly string[];
  readonly onProgress?: (position: number, events: number) => void;
  readonly signal?: AbortSignal;
}

/** A seal as it stands in the log, and why it cannot be believed. */
interface Found {
  readonly event: StoredEvent;
  readonly seal: LogSealed | undefined;
  readonly events: readonly Sealed[];
  readonly doubt: string | undefined;
}

function readSeal(event: StoredEvent, key: Buffer | undefined): Found {
  let seal: LogSealed | undefined;
  try {
    const body = JSON.parse(Buffer.from(event.body).toString()) as { type: string; data: unknown };
    seal = chainEvents.LogSealed.parse(body.data);
    const events = eventsOf(seal);
    const doubt = key && !isSigned(key, seal) ? 'not signed by this installation' : undefined;
    return { event, seal, events, doubt };
  } catch (error) {
    return { event, seal, events: [], doubt: (error as Error).message.slice(0, 200) };
  }
}

async function* everySeal(log: StoredEvents, key: Buffer | undefined): AsyncGenerator<Found> {
  for (let from = 0; ; ) {
    const events = await log.readStream(chainStream, from, 4);
    for (const event of events) yield readSeal(event, key);
    if (events.length < 4) return;
    from = events.at(-1)!.revision + 1;
  }
}

/** Returns the events of a log in order, one looked at before it is taken. */
function cursor(log: StoredEvents) {
  let events: readonly StoredEvent[] = [];
  let at = 0;
  let after = 0;
  let isEnded = false;
  const peek = async (): Promise<StoredEvent | undefined> => {
    if (at < events.length) return events[at];
    if (isEnded) return undefined;
    events = await log.read(after, page);
    at = 0;
    isEnded = events.length === 0;
    after = events.at(-1)?.position ?? after;
    return events[0];
  };
  return { peek, take: () => void at++ };
}

/** Returns what is found so far. */
function notes(options: Options) {
  const positions = new Set<string>();
  const problems: ChainProblem[] = [];
  let count = 0;
  return {
    problems,
    count: () => count,
    missing: new Set(options.heads ?? []),
    add(problem: ChainProblem): void {
      const key = `${problem.position} ${problem.stream}`;
      if (positions.has(key)) return;
      if (positions.size < 10_000) positions.add(key);
      count += 1;
      if (problems.length < mostNamed) problems.push(problem);
    },
  };
}
type Notes = ReturnType<typeof notes>;

const placeOf = ({ position, stream, revision, type, id }: Sealed | ReturnType<typeof nameOf>) => ({
  position,
  stream,
  revision,
  type,
  id,
});

/** Returns how many of a seal's events are as they were, compared with those that stand there now. */
async function compare(
  { seal, events }: { readonly seal: LogSealed; readonly events: readonly Sealed[] },
  there: ReturnType<typeof cursor>,
  foundProblems: Notes,
): Promise<number> {
  let previousHash: Uint8Array = Buffer.from(seal.previous, 'hex');
  let intact = 0;
  let index = 0;
  const ids = new Set(events.map(({ id }) => id));
  // Of a seal that was taken out: it is missed itself, of what it covered nothing can be said.
  for (let event = await there.peek(); event && event.position <= seal.after; event = await there.peek())
    there.take();
  for (;;) {
    const sealedEvent = events[index];
    const event = await there.peek();
    const isWithin = event !== undefined && event.position <= seal.through;
    if (sealedEvent === undefined && !isWithin) return intact;
    if (sealedEvent === undefined || (isWithin && event.position < sealedEvent.position)) {
      foundProblems.add({ kind: 'inserted', ...placeOf(nameOf(event!)) });
      there.take();
      continue;
    }
    index++;
    if (!isWithin || event.position > sealedEvent.position)
      foundProblems.add({ kind: 'removed', ...placeOf(sealedEvent) });
    else {
      there.take();
      if (chainHash(previousHash, event).equals(sealedEvent.hash)) intact += 1;
      else {
        const now = nameOf(event);
        const isSwapped = now.id !== sealedEvent.id && ids.has(now.id);
        const why = isSwapped ? `${now.type} ${now.id} stands there` : undefined;
        foundProblems.add({
          kind: isSwapped ? 'swapped' : 'changed',
          ...placeOf(sealedEvent),
          ...(why && { why }),
        });
      }
    }
    previousHash = sealedEvent.hash;
  }
}

/** Returns why a seal cannot be believed: by itself, by the one before it and by the one behind it, which has its hash. */
function doubtOf(
  one: Found,
  nextSeal: Found | undefined,
  last: { through: number; head: string },
): string | undefined {
  const { seal, event } = one;
  if (one.doubt !== undefined) return one.doubt;
  if (seal!.previous !== last.head || seal!.after !== last.through)
    return 'does not follow the one before it';
  const index = nextSeal?.events.findIndex(({ position }) => position === event.position) ?? -1;
  if (nextSeal?.seal === undefined || index < 0) return undefined;
  const previous = nextSeal.events[index - 1]?.hash ?? Buffer.from(nextSeal.seal.previous, 'hex');
  return chainHash(previous, event).equals(nextSeal.events[index]!.hash) ? undefined : 'was changed';
}

/**
 * Resolves with what every event is against the chain: which was changed, taken out, put in, or stands in another's
 * place. Reads each event once; memory hardly grows with the log.
 */
export async function verifyLog(log: StoredEvents, options: Options = {}): Promise<ChainReport> {
  const foundProblems = notes(options);
  const there = cursor(log);
  const seals = everySeal(log, options.key);
  const totals = {
    seals: 0,
    intact: 0,
    sealed: 0,
    since: null as string | null,
    throughAt: null as string | null,
  };
  let lastSeal = { through: 0, head: genesis };
  let revision = 0;
  let upcoming = await seals.next();
  while (!upcoming.done && !options.signal?.aborted) {
    const one = upcoming.value;
    upcoming = await seals.next();
    const name = nameOf(one.event);
    if (one.event.revision !== revision)
      foundProblems.add({
        kind: 'removed',
        position: 0,
        stream: chainStream,
        revision,
        type: 'LogSealed',
        id: '?',
      });
    revision = one.event.revision + 1;
    const doubt = doubtOf(one, upcoming.done ? undefined : upcoming.value, lastSeal);
    if (doubt !== undefined)
      foundProblems.add({ kind: 'seal', ...placeOf(name), type: 'LogSealed', why: doubt });
    if (one.seal === undefined) continue;
    totals.seals += 1;
    totals.since ??= name.at;
    totals.throughAt = one.seal.throughAt;
    totals.sealed += one.seal.count;
    foundProblems.missing.delete(one.seal.head);
    lastSeal = { through: one.seal.through, head: one.seal.head };
    // What a seal says that was changed proves nothing of the events below it.
    if (one.doubt === undefined && doubt !== 'was changed')
      totals.intact += await compare({ seal: one.seal, events: one.events }, there, foundProblems);
    else
      for (
        let event = await there.peek();
        event && event.position <= lastSeal.through;
        event = await there.peek()
      )
        there.take();
    options.onProgress?.(lastSeal.through, totals.sealed);
  }
  let unsealedCount = 0;
  for (let event = await there.peek(); event && !options.signal?.aborted; event = await there.peek()) {
    if (event.stream !== chainStream) unsealedCount += 1;
    there.take();
  }
  return {
    ...totals,
    ...lastSeal,
    unsealed: unsealedCount,
    keyed: options.key !== undefined,
    problemCount: foundProblems.count(),
    problems: foundProblems.problems,
    missingHeads: [...foundProblems.missing],
    faults: (await log.faults?.()) ?? [],
  };
}
