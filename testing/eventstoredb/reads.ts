import { once } from 'node:events';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { callFailures, eventAnswer, identifier, nameIn } from './answers.ts';
import type { Log, Stored } from './log.ts';

type Call = ServerWritableStream<ReadReq, ReadResp>;
type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;

const searchWindow = 32;

/** Read of a stream or of `$all`, in either direction, and the subscription to `$all`, which sends no faster than it is taken. */
export const readHandler = (log: Log, onEventSent: () => void) => (call: Call) => {
  const options = call.request.getOptions();
  const ended = new AbortController();
  call.on('cancelled', () => ended.abort());
  call.on('close', () => ended.abort());
  const { signal } = ended;

  const send = async (answer: ReadResp) => {
    if (signal.aborted || call.write(answer)) return;
    await once(call, 'drain', { signal }).catch(() => undefined);
  };
  const sendEvent = async (stored: Stored) => {
    await send(eventAnswer(stored));
    onEventSent();
  };
  const serve = async () => {
    if (!options) throw callFailures.invalid('no options');
    const events = options.hasSubscription()
      ? subscription(log, options, signal, send)
      : options.hasStream()
        ? await ofStream(log, options, send)
        : ofAll(log, options);
    for await (const stored of events) {
      if (signal.aborted) return;
      await sendEvent(stored);
    }
    call.end();
  };
  serve().catch((error: unknown) => void (signal.aborted || call.emit('error', error)));
};

async function ofStream(log: Log, options: Options, send: (answer: ReadResp) => Promise<void>) {
  const from = options.getStream();
  const name = nameIn(from?.getStreamIdentifier());
  if (log.isDeleted(name)) throw callFailures.streamDeleted(name);
  const events = log.stream(name);
  if (!events) {
    const answer = new streams.ReadResp();
    const missing = new streams.ReadResp.StreamNotFound();
    missing.setStreamIdentifier(identifier(name));
    answer.setStreamNotFound(missing);
    await send(answer);
    return [];
  }
  const count = Number(options.getCount());
  if (options.getReadDirection() === 0) {
    const first = from?.hasRevision() ? Number(from.getRevision()) : from?.hasEnd() ? events.length : 0;
    return events.slice(first, first + count);
  }
  const last = from?.hasRevision() ? Number(from.getRevision()) : from?.hasEnd() ? events.length - 1 : 0;
  return events.slice(Math.max(0, last + 1 - count), last + 1).toReversed();
}

/** A position within the log must be a record's start; beyond its end there is nothing, which is no failure. */
const isWithinRecord = (log: Log, position: number): boolean =>
  position < log.end() && log.all()[log.seek(position)]?.position !== position;

/** Forwards from a position is inclusive, backwards exclusive. */
function ofAll(log: Log, options: Options) {
  const from = options.getAll();
  const all = log.all();
  const count = Number(options.getCount());
  const at = from?.getPosition();
  if (at && isWithinRecord(log, Number(at.getCommitPosition()))) throw callFailures.unreadable();
  const index = at ? log.seek(Number(at.getCommitPosition())) : from?.hasEnd() ? all.length : 0;
  return options.getReadDirection() === 0
    ? all.slice(index, index + count)
    : all.slice(Math.max(0, index - count), index).toReversed();
}

async function* subscription(
  log: Log,
  options: Options,
  signal: AbortSignal,
  send: (answer: ReadResp) => Promise<void>,
) {
  const from = options.getAll();
  const at = from?.getPosition();
  const all = log.all();
  const after = at ? Number(at.getCommitPosition()) : -1;
  if (at && isWithinRecord(log, after)) throw callFailures.thrown();
  // A subscription starts after its position, and every record is at least one byte long.
  let next = at ? log.seek(after + 1) : from?.hasEnd() ? all.length : 0;
  const expression = options.getFilter()?.getStreamIdentifier();
  const filter = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined;

  const confirmed = new streams.ReadResp();
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(crypto.randomUUID());
  confirmed.setConfirmation(confirmation);
  await send(confirmed);

  let wake = () => {};
  const forget = log.onChange(() => wake());
  const aborted = () => wake();
  signal.addEventListener('abort', aborted);
  try {
    for (let seen = 0, behind = true; !signal.aborted; ) {
      const stored = all[next];
      if (!stored) {
        if (behind) {
          const caughtUp = new streams.ReadResp();
          caughtUp.setCaughtUp(new streams.ReadResp.CaughtUp());
          await send(caughtUp);
          behind = false;
        }
        if (all[next] === undefined && !signal.aborted)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        continue;
      }
      next += 1;
      seen += 1;
      // Below the position asked for everything is passed over in silence, however the log came to be shorter.
      if (stored.position > after && (!filter || filter.test(stored.stream))) yield stored;
      const window = options.getFilter()?.getMax() || searchWindow;
      const interval = window * (options.getFilter()?.getCheckpointintervalmultiplier() || 1);
      if (filter && seen % interval === 0) await send(checkpointAt(stored.position));
    }
  } finally {
    forget();
    signal.removeEventListener('abort', aborted);
  }
}

const checkpointAt = (position: number) => {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const answer = new streams.ReadResp();
  answer.setCheckpoint(checkpoint);
  return answer;
};
