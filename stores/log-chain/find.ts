import {
  chainEvents,
  chainStream,
  genesis,
  type LogSealed,
  type StoredEvents,
} from '../../domain/kernel/log-chain.ts';
import { chainHash, eventsOf, nameOf } from './chain.ts';

interface StandingSeal {
  readonly seal: LogSealed;
  readonly revision: number;
  readonly at: string;
}

async function sealAt(log: StoredEvents, revision: number | undefined): Promise<StandingSeal | undefined> {
  const [event] = await log.readStream(chainStream, revision, 1);
  if (event === undefined) return undefined;
  const { data } = JSON.parse(Buffer.from(event.body).toString()) as { data: unknown };
  return { seal: chainEvents.LogSealed.parse(data), revision: event.revision, at: nameOf(event).at };
}

/** Returns where the chain ends, since when it is made and how much stands behind it, `mostEvents` counted at most. */
export async function chainEnd(log: StoredEvents, mostEvents = 1_000) {
  const lastSeal = await sealAt(log, undefined);
  const first = lastSeal && (await sealAt(log, 0));
  const behind = await log.read(lastSeal?.seal.through ?? 0, mostEvents);
  return {
    total: lastSeal?.seal.total ?? 0,
    throughAt: lastSeal?.seal.throughAt ?? null,
    sealedAt: lastSeal?.at ?? null,
    since: first?.at ?? null,
    head: lastSeal?.seal.head ?? genesis,
    unsealed: {
      count: behind.filter(({ stream }) => stream !== chainStream).length,
      isMore: behind.length === mostEvents,
    },
  };
}

/** Returns an event's hash, the one before it, and whether the event has it; null: it is not sealed yet. */
export async function linkOf(log: StoredEvents, position: number) {
  const last = await sealAt(log, undefined);
  if (last === undefined || position > last.seal.through) return null;
  let [from, to] = [0, last.revision];
  while (from < to) {
    const middle = (from + to) >> 1;
    const { seal } = (await sealAt(log, middle))!;
    if (position > seal.through) from = middle + 1;
    else to = middle;
  }
  const { seal, at } = (await sealAt(log, from))!;
  const events = eventsOf(seal);
  const index = events.findIndex((event) => event.position === position);
  const [event] = await log.read(position - 1, 1);
  if (index < 0) return { hash: '', previous: '', matches: false, sealedAt: at };
  const previous = events[index - 1]?.hash ?? Buffer.from(seal.previous, 'hex');
  const { hash } = events[index]!;
  const matches = event?.position === position && chainHash(previous, event).equals(hash);
  return { hash: hash.toString('hex'), previous: previous.toString('hex'), matches, sealedAt: at };
}
