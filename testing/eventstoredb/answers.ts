import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, status } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Stored } from './log.ts';

// What a 23.10 server answers, in the client's own messages. Facts: docs/decisions/0002-eventstoredb.md.

export const identifier = (stream: string) => {
  const named = new shared.StreamIdentifier();
  named.setStreamName(Buffer.from(stream));
  return named;
};
export const nameIn = (named: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(named?.getStreamName_asU8() ?? []).toString();

const uuid = (id: string) => {
  const written = new shared.UUID();
  written.setString(id);
  return written;
};
/** Timeouts are answered from the parsed id, which the server writes in its structured form. */
export const structuredUuid = (id: string) => {
  const hex = id.replaceAll('-', '');
  const bits = (part: string) => BigInt.asIntN(64, BigInt(`0x${part}`)).toString();
  const structured = new shared.UUID.Structured();
  structured.setMostSignificantBits(bits(hex.slice(0, 16)));
  structured.setLeastSignificantBits(bits(hex.slice(16)));
  const written = new shared.UUID();
  written.setStructured(structured);
  return written;
};

const ticksPerMillisecond = 10_000n;

export const eventAnswer = (stored: Stored) => {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  record.setId(uuid(stored.id));
  record.setStreamIdentifier(identifier(stored.stream));
  record.setStreamRevision(String(stored.revision));
  record.setCommitPosition(String(stored.position));
  record.setPreparePosition(String(stored.position));
  record
    .getMetadataMap()
    .set('type', stored.type)
    .set('content-type', stored.contentType)
    .set('created', String(BigInt(stored.created) * ticksPerMillisecond));
  record.setData(stored.data);
  record.setCustomMetadata(stored.metadata);
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(record);
  event.setCommitPosition(String(stored.position));
  const answer = new streams.ReadResp();
  answer.setEvent(event);
  return answer;
};

interface Message {
  serializeBinary(): Uint8Array;
}
const failure = (code: number, message: string, typeName: string, details: Message): Status => {
  const packed = new anyPb.Any();
  packed.pack(details.serializeBinary(), typeName);
  const answer = new statuses.Status();
  answer.setCode(code as ReturnType<Status['getCode']>);
  answer.setMessage(message);
  answer.setDetails(packed);
  return answer;
};

/** Errors inside the answers of BatchAppend. */
export const batchFailures = {
  wrongExpectedVersion(current: number, expected: number): Status {
    const details = new shared.WrongExpectedVersion();
    if (current < 0) details.setCurrentNoStream(new emptyPb.Empty());
    else details.setCurrentStreamRevision(String(current));
    if (expected < 0) details.setExpectedNoStream(new emptyPb.Empty());
    else details.setExpectedStreamPosition(String(expected));
    return failure(
      codes.Code.ALREADY_EXISTS,
      'WrongExpectedVersion',
      'event_store.client.WrongExpectedVersion',
      details,
    );
  },
  streamDeleted(stream: string): Status {
    const details = new shared.StreamDeleted();
    details.setStreamIdentifier(identifier(stream));
    return failure(codes.Code.NOT_FOUND, 'StreamDeleted', 'event_store.client.StreamDeleted', details);
  },
  tooLarge(limit: number): Status {
    const details = new shared.MaximumAppendSizeExceeded();
    details.setMaxappendsize(limit);
    return failure(
      codes.Code.INVALID_ARGUMENT,
      'MaximumAppendSizeExceeded',
      'event_store.client.MaximumAppendSizeExceeded',
      details,
    );
  },
  timeout: (): Status =>
    failure(codes.Code.DEADLINE_EXCEEDED, 'Timeout', 'event_store.client.Timeout', new shared.Timeout()),
  badRequest(message: string): Status {
    const details = new shared.BadRequest();
    details.setMessage(message);
    return failure(codes.Code.INVALID_ARGUMENT, 'BadRequest', 'event_store.client.BadRequest', details);
  },
  busy: (): Status => failure(codes.Code.OK, 'Server Is Busy', 'google.protobuf.Empty', new emptyPb.Empty()),
};

const rpcFailure = (code: number, details: string, exception?: string, more: Record<string, string> = {}) => {
  const metadata = new Metadata();
  if (exception) metadata.set('exception', exception);
  for (const [key, value] of Object.entries(more)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
};

/** Errors that end a call. Trailers are ASCII: a stream's name that is not would break the answer on the real server too. */
export const callFailures = {
  notLeader: ({ host, port }: { host: string; port: number }) =>
    rpcFailure(status.NOT_FOUND, 'Leader info available', 'not-leader', {
      'leader-endpoint-host': host,
      'leader-endpoint-port': String(port),
    }),
  streamDeleted: (stream: string) =>
    rpcFailure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, 'stream-deleted', {
      'stream-name': stream,
    }),
  tooLarge: (limit: number) =>
    rpcFailure(
      status.INVALID_ARGUMENT,
      `Maximum Append Size of ${limit} Exceeded.`,
      'maximum-append-size-exceeded',
      { 'maximum-append-size': String(limit) },
    ),
  timeout: () => rpcFailure(status.ABORTED, 'Operation timed out'),
  busy: () => rpcFailure(status.UNAVAILABLE, 'Server Is Too Busy'),
  /** A position at which no record starts: what lies there is read as if one did. */
  unreadable: () => rpcFailure(status.UNKNOWN, 'Unexpected ReadAllResult: Error'),
  thrown: () => rpcFailure(status.UNKNOWN, 'Exception was thrown by handler.'),
  invalid: (details: string) => rpcFailure(status.INVALID_ARGUMENT, details),
};
