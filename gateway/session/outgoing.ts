import { retry } from '../../domain/kernel/retry.ts';
import { isFamiliar } from '../outbound/familiar.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { createPacer } from '../outbound/pacer.ts';
import { createReceipts } from '../outbound/receipts.ts';
import type { SessionScope } from './scope.ts';

/** Returns what goes out of a session: its messages at their pace, and what becomes of them. */
export function createOutgoing(scope: SessionScope) {
  const { connectionId, reader, config, lease, channel, facts, log, signal } = scope;
  const pace = () => facts().pace ?? channel.pace;
  const pacer = createPacer({
    ...scope,
    fence: lease.fence,
    pace,
    isFamiliar: (contactId) =>
      retry(() => isFamiliar(reader, connectionId, contactId), {
        signal,
        onFailure: (error) => log.warn({ err: error }, 'who is new waits for the read models'),
      }),
  });
  const outbound = createOutbound({
    ...scope,
    pacer,
    typing: () => pace()?.typing ?? 'never',
    limits: channel.limits,
    channel: channel.kind,
    sendTimeoutMs: config.sendTimeoutMs ?? 20_000,
    uploadTimeoutMs: config.uploadTimeoutMs ?? 300_000,
  });
  const receipts = createReceipts({ ...scope, channel: channel.kind });
  const priming = Promise.withResolvers<void>();
  // Whoever waits for it sees its failure; with nobody waiting it must not end the process.
  priming.promise.catch(() => {});
  return {
    pacer,
    outbound,
    receipts,
    /** Resolves when the pending messages of ours are known. */
    whenPrimed: priming.promise,
    prime(): void {
      outbound.prime().then(priming.resolve, (error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'the outbox could not be read');
        priming.reject(error);
      });
    },
  };
}
export type Outgoing = ReturnType<typeof createOutgoing>;
