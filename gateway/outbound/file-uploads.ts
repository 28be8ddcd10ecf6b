import type { Logger } from 'pino';
import { StoppedError, withTimeout } from '../../domain/kernel/retry.ts';
import { type Driver, DriverError, type OutboundMessage } from '../driver/driver.ts';
import { keyedQueue } from '../scheduling/keyed-queue.ts';
import { NotYetError, untilSettled } from '../scheduling/until-settled.ts';
import { type Failure, failures } from './failures.ts';
import type { MessageState } from './message-state.ts';
import { UnsendableError } from './outbound-message.ts';
import { isPending, type Look, type OutboundWork } from './scope.ts';
import type { createUploadProgress } from './upload-progress.ts';

/** Files brought to the network at a time. */
const uploadsAtATime = 4;
const uploadTries = 3;

/** Returns what brings files to the network beside their conversations, for a large one must not hold the words after it up. */
export function createFileUploads(deps: {
  readonly connectionId: string;
  readonly driver: Pick<Driver, 'prepare'>;
  readonly progress: ReturnType<typeof createUploadProgress>;
  readonly messageOf: (work: OutboundWork, state: MessageState) => Promise<OutboundMessage>;
  readonly fail: (work: OutboundWork, failure: Failure) => Promise<unknown>;
  /** Its file has arrived, or never will: what is to be done with the message is looked up again. */
  readonly again: (work: OutboundWork) => void;
  readonly isUp: () => boolean;
  readonly whenUp: (signal: AbortSignal) => Promise<void>;
  readonly uploadTimeoutMs: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}) {
  const { connectionId, progress, log, signal } = deps;
  const queue = keyedQueue(uploadsAtATime);
  const uploading = new Set<string>();
  const uploadedFiles = new Set<string>();

  function begin(work: OutboundWork, look: Look): void {
    const { messageId } = work;
    uploading.add(messageId);
    queue
      .run(messageId, async () => {
        const failure = await bringFile(work, look).finally(() => progress.end(work));
        if (failure) await deps.fail(work, failure);
        else uploadedFiles.add(messageId);
      })
      .catch((error: unknown) => {
        if (!(error instanceof StoppedError)) log.error({ err: error, messageId }, 'an upload was dropped');
      })
      .finally(() => {
        uploading.delete(messageId);
        if (!signal.aborted) deps.again(work);
      });
  }

  async function bringFile(work: OutboundWork, look: Look): Promise<Failure | undefined> {
    const { messageId } = work;
    let tries = 1;
    const attempt = async (): Promise<Failure | undefined> => {
      await deps.whenUp(signal);
      const state = await look();
      if (!isPending(state)) return undefined;
      try {
        const message = await deps.messageOf(work, state);
        const late = () => new DriverError('unknown', 'the upload took too long');
        const upload = deps.driver.prepare?.(message, (fraction) => progress.report(work, fraction));
        await withTimeout(deps.uploadTimeoutMs, upload ?? Promise.resolve(), late);
        return undefined;
      } catch (error) {
        if (error instanceof StoppedError) throw error;
        if (error instanceof UnsendableError) return error.failure;
        log.warn({ err: error, messageId, connectionId, tries }, 'a file is not uploaded yet');
        // A line that fell meanwhile says nothing of the file.
        if (deps.isUp() && ++tries > uploadTries) return failures.upload;
        throw new NotYetError(error);
      }
    };
    return untilSettled(attempt, { signal, firstMs: 500, capMs: 30_000 });
  }

  return {
    begin,
    isOnItsWay: (messageId: string): boolean => uploading.has(messageId),
    /** Returns whether its file has arrived, and forgets it. */
    takeArrived: (messageId: string): boolean => uploadedFiles.delete(messageId),
  };
}
