import shared from '@eventstore/db-client/generated/shared_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import { batchFailures, callFailures, identifier, nameIn, structuredUuid } from './answers.ts';
import { type Outcome, type Proposed, sizeOf } from './log.ts';
import type { Writer } from './writer.ts';

/** `--max-append-size` of a 23.10 server as it comes. */
const appendLimit = 1024 * 1024;

type Message = AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage;
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const proposedOf = (message: Message): Proposed => {
  const id = message.getId()?.getString() ?? '';
  if (!guid.test(id)) throw new TypeError(`Unrecognized Guid format: ${id}`);
  const type = message.getMetadataMap().get('type');
  const contentType = message.getMetadataMap().get('content-type');
  if (type === undefined || contentType === undefined)
    throw new TypeError('the given key was not present in the dictionary');
  return {
    id: id.toLowerCase(),
    type,
    contentType,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

interface Pending {
  readonly stream: string;
  readonly expected: number;
  readonly events: Proposed[];
  size: number;
}

/** One long call, many appends: each is answered by its correlation id, in the order of the commits. */
export const batchAppendHandler =
  (writer: Writer) => (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => {
    const pending = new Map<string, Pending>();
    let open = 0;
    let closing = false;

    const answer = (id: string, stream: string, fill: (response: BatchAppendResp) => void) => {
      const response = new streams.BatchAppendResp();
      response.setCorrelationId(new shared.UUID().setString(id));
      response.setStreamIdentifier(identifier(stream));
      fill(response);
      if (!call.cancelled && !call.destroyed) call.write(response);
    };
    const settle = (id: string, { stream, expected }: Pending, outcome: Outcome | 'timeout' | 'busy') =>
      answer(id, stream, (response) => {
        if (outcome === 'timeout')
          response.setCorrelationId(structuredUuid(id)).setError(batchFailures.timeout());
        else if (outcome === 'busy') response.setError(batchFailures.busy());
        else if (outcome.result === 'success') {
          const success = new streams.BatchAppendResp.Success();
          success.setCurrentRevision(String(outcome.revision));
          const position = new shared.AllStreamPosition();
          position.setCommitPosition(String(outcome.position));
          position.setPreparePosition(String(outcome.position));
          success.setPosition(position);
          response.setSuccess(success);
        } else if (outcome.result === 'stream deleted')
          response.setError(batchFailures.streamDeleted(stream));
        else response.setError(batchFailures.wrongExpectedVersion(outcome.current, expected));
      });

    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId()?.getString() ?? '';
      const options = request.getOptions();
      try {
        if (options)
          pending.set(id, {
            stream: nameIn(options.getStreamIdentifier()),
            expected: expectedIn(
              options.hasNoStream(),
              options.hasStreamPosition(),
              options.getStreamPosition(),
            ),
            events: [],
            size: 0,
          });
        const append = pending.get(id);
        if (!append) return;
        for (const message of request.getProposedMessagesList()) {
          const event = proposedOf(message);
          append.events.push(event);
          append.size += sizeOf(event);
        }
        if (append.size > appendLimit) {
          pending.delete(id);
          answer(id, append.stream, (response) => response.setError(batchFailures.tooLarge(appendLimit)));
          return;
        }
        if (!request.getIsFinal()) return;
        pending.delete(id);
        if (writer.leader && call.metadata.get('requires-leader')[0] === 'true') {
          call.emit('error', callFailures.notLeader(writer.leader));
          return;
        }
        open += 1;
        writer.write(append.stream, append.expected, append.events, (outcome) => {
          settle(id, append, outcome);
          open -= 1;
          if (closing && open === 0) call.end();
        });
      } catch (error) {
        pending.delete(id);
        answer(id, nameIn(options?.getStreamIdentifier()), (response) =>
          response.setError(batchFailures.badRequest((error as Error).message)),
        );
      }
    });
    call.on('end', () => {
      closing = true;
      if (open === 0) call.end();
    });
    call.on('error', () => undefined);
  };

const expectedIn = (noStream: boolean, hasRevision: boolean, revision: string): number => {
  if (noStream) return -1;
  if (hasRevision) return Number(revision);
  throw new TypeError('the double knows appends at a revision only');
};

/** One call, one append. */
export const appendHandler =
  (writer: Writer): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, callback) => {
    let stream = '';
    let expected = -1;
    const events: Proposed[] = [];
    let size = 0;
    let failed = false;
    const fail = (error: Error) => {
      if (failed) return;
      failed = true;
      callback(error);
    };
    call.on('data', (request: AppendReq) => {
      try {
        const options = request.getOptions();
        if (options) {
          stream = nameIn(options.getStreamIdentifier());
          expected = expectedIn(options.hasNoStream(), options.hasRevision(), options.getRevision());
        }
        const message = request.getProposedMessage();
        if (!message) return;
        const event = proposedOf(message);
        events.push(event);
        size += sizeOf(event);
        if (size > appendLimit) fail(callFailures.tooLarge(appendLimit));
      } catch (error) {
        fail(callFailures.invalid((error as Error).message));
      }
    });
    call.on('error', () => undefined);
    call.on('end', () => {
      if (failed) return;
      if (writer.leader && call.metadata.get('requires-leader')[0] === 'true')
        return fail(callFailures.notLeader(writer.leader));
      writer.write(stream, expected, events, (outcome) => {
        if (outcome === 'timeout') return fail(callFailures.timeout());
        if (outcome === 'busy') return fail(callFailures.busy());
        if (outcome.result === 'stream deleted') return fail(callFailures.streamDeleted(stream));
        callback(null, singleAnswer(outcome, expected));
      });
    });
  };

function singleAnswer(outcome: Exclude<Outcome, { result: 'stream deleted' }>, expected: number): AppendResp {
  const response = new streams.AppendResp();
  if (outcome.result === 'success') {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    return response.setSuccess(
      new streams.AppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position),
    );
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (outcome.current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.current));
  if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  return response.setWrongExpectedVersion(wrong);
}
