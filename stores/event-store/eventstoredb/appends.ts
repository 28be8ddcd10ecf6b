/** The event store on a server of EventStoreDB: appends, reads, subscriptions, and which log it is that answers. */

import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { AppendTooLargeError, ConflictError, UnavailableError } from '../../../domain/kernel/event-store.ts';
import type { BatchAppendCall, connectEventStoreDb } from './connection.ts';
import { appendLimit, type EncodedEvent } from './events.ts';

/** To append the same again would not help: told, not retried. (Denied access is put right outside, so it is retried.) */
export class AppendRefusedError extends Error {
  override readonly name = 'AppendRefusedError';
}

/** Position of the last event; absent where the server does not know it yet (a repeated append not replicated so far). */
export interface AppendAnswer {
  readonly position: number | undefined;
}
interface Waiting {
  readonly stream: string;
  readonly expected: number;
  readonly resolve: (answer: AppendAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Returns appends over one long batch append call. The client's own `appendToStream` is not used: it keeps the appends
 * of all clients of the process in one map, which an error of any one of them empties, so that others are told of
 * failures that are not theirs, and an answer that then comes throws inside an event handler, as a failing write
 * rejects inside a promise's executor: both end the process. It never gives up on an answer that does not come, either.
 */
export const createAppends = (
  connection: Pick<ReturnType<typeof connectEventStoreDb>, 'batchAppend'>,
  { deadlineMs = 10_000, onLost = () => {} }: { deadlineMs?: number | undefined; onLost?: () => void } = {},
) => {
  const waitingOn = new WeakMap<BatchAppendCall, Map<string, Waiting>>();

  const prepare = (call: BatchAppendCall, forget: () => void) => {
    const waitingAppends = new Map<string, Waiting>();
    waitingOn.set(call, waitingAppends);
    call.on('data', (response: BatchAppendResp) => {
      const id = idIn(response);
      const append = waitingAppends.get(id);
      if (!append) return; // answered after we gave up on it
      waitingAppends.delete(id);
      clearTimeout(append.timer);
      settle(append, response);
    });
    const loseCall = (reason: string, cause?: unknown) => {
      forget();
      onLost();
      for (const { timer, stream, reject } of waitingAppends.values()) {
        clearTimeout(timer);
        reject(new UnavailableError(`${stream}: ${reason} before the append was answered`, { cause }));
      }
      waitingAppends.clear();
    };
    call.on('error', (error: Error) => loseCall(error.message, error));
    call.on('end', () => {
      loseCall('the server ended the call');
      call.end();
    });
    call.on('close', () => loseCall('the call was closed'));
  };

  return {
    /** @throws ConflictError, AppendTooLargeError; UnavailableError when the outcome is unknown */
    async append(
      stream: string,
      expectedRevision: number,
      events: readonly EncodedEvent[],
    ): Promise<AppendAnswer> {
      const request = requestOf(stream, expectedRevision, events);
      const id = randomUUID();
      request.setCorrelationId(new shared.UUID().setString(id));
      const call = await connection.batchAppend(prepare);
      const waitingAppends = waitingOn.get(call);
      if (!waitingAppends || call.destroyed || call.writableEnded)
        throw new UnavailableError(`${stream}: the connection was lost before the append was sent`);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waitingAppends.delete(id);
          reject(new UnavailableError(`${stream}: the append was not answered within ${deadlineMs} ms`));
        }, deadlineMs);
        waitingAppends.set(id, { stream, expected: expectedRevision, resolve, reject, timer });
        call.write(request);
      });
    },
  };
};

export type Appends = ReturnType<typeof createAppends>;

/**
 * Returns the request of an append, without a deadline: the server compares it with its own clock, and one that runs
 * ahead of ours would refuse everything.
 */
function requestOf(stream: string, expected: number, events: readonly EncodedEvent[]) {
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)));
  if (expected === -1) options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(expected));
  const request = new streams.BatchAppendReq();
  request.setOptions(options);
  for (const { id, type, contentType, data, metadata } of events) {
    const message = new streams.BatchAppendReq.ProposedMessage();
    message.setId(new shared.UUID().setString(id));
    message.getMetadataMap().set('type', type).set('content-type', contentType);
    message.setData(data);
    message.setCustomMetadata(metadata);
    request.addProposedMessages(message);
  }
  return request.setIsFinal(true);
}

/** Returns our id that the server echoes: it writes it as two numbers where it answers of its own accord (a timeout). */
function idIn(response: BatchAppendResp): string {
  const id = response.getCorrelationId();
  const structured = id?.getStructured();
  if (!structured) return id?.getString() ?? '';
  const hex = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function settle({ stream, expected, resolve, reject }: Waiting, response: BatchAppendResp): void {
  try {
    const failure = response.getError();
    if (failure) {
      reject(refusal(failure, stream, expected));
      return;
    }
    const position = response.getSuccess()?.getPosition()?.getPreparePosition();
    resolve({ position: position === undefined ? undefined : Number(position) });
  } catch (error) {
    reject(new UnavailableError(`${stream}: the append's answer cannot be read`, { cause: error }));
  }
}

function refusal(failure: Status, stream: string, expected: number): Error {
  const details = failure.getDetails();
  const type = details?.getTypeName();
  switch (type) {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = details?.unpack(shared.WrongExpectedVersion.deserializeBinary, type);
      const actual = wrong?.hasCurrentStreamRevision() ? Number(wrong.getCurrentStreamRevision()) : -1;
      return new ConflictError(stream, expected, actual);
    }
    case 'event_store.client.MaximumAppendSizeExceeded': {
      const exceeded = details?.unpack(shared.MaximumAppendSizeExceeded.deserializeBinary, type);
      return new AppendTooLargeError(stream, exceeded?.getMaxappendsize() ?? appendLimit);
    }
    case 'event_store.client.StreamDeleted':
    case 'event_store.client.BadRequest':
      return new AppendRefusedError(`${stream}: the event store refuses the append: ${failure.getMessage()}`);
    default:
      return new UnavailableError(`${stream}: the append failed: ${failure.getMessage()}`);
  }
}
