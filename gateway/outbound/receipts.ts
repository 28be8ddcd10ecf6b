import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { retry, StoppedError, sleep } from '../../domain/kernel/retry.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import { durably } from '../scheduling/durably.ts';
import { NotYetError, untilSettled } from '../scheduling/until-settled.ts';
import { onChannel, refusal } from './failures.ts';
import type { MessageRef, SentIndex } from './sent-index.ts';

export interface ReceiptDeps {
  readonly companyId: string;
  readonly connectionId: string;
  /** Its kind. */
  readonly channel: string;
  readonly desk: Pick<Desk, 'tickets'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly projectorReached: (position: number, signal: AbortSignal) => Promise<void>;
  readonly sentIndex: SentIndex;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** How long a receipt of an unknown message is kept asking, milliseconds. */
  readonly unknownMs?: number;
  /** Receipts that come together are one command per ticket, milliseconds. */
  readonly gatherMs?: number;
}

interface Gathered {
  readonly acks: Map<string, number>;
  readonly done: Promise<void>;
}

/** Asks the read models which messages of ours these are. */
async function lookUp(deps: ReceiptDeps, externalIds: readonly string[]): Promise<void> {
  const messages = await deps.readStore.forCompany(deps.companyId).find<MessageDocument>('messages', {
    where: { connectionId: deps.connectionId, externalId: { in: externalIds } },
    limit: externalIds.length * 2,
  });
  for (const { id, ticketId, fromMe, externalId } of messages)
    if (fromMe && externalId) deps.sentIndex.set(externalId, { ticketId, messageId: id });
}

/** Returns what turns the network's receipts into acknowledgements of our messages. They only grow, and any of them implies sent. */
export function createReceipts(deps: ReceiptDeps) {
  const { companyId, desk, signal, log } = deps;
  const context: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  const gathering = new Map<string, Gathered>();
  const insist = durably({
    signal,
    log,
    giveUp: (error, failures) => isDomainError(error, 'ERR_UNAVAILABLE') && failures > 1_000,
  });

  function acknowledge(ref: MessageRef, ack: number): Promise<void> {
    let gatheredReceipts = gathering.get(ref.ticketId);
    if (!gatheredReceipts) {
      const acks = new Map<string, number>();
      const { ticketId } = ref;
      const done = sleep(deps.gatherMs ?? 15, signal).then(() => {
        gathering.delete(ticketId);
        return write(ticketId, acks);
      });
      gatheredReceipts = { acks, done };
      gathering.set(ticketId, gatheredReceipts);
    }
    gatheredReceipts.acks.set(ref.messageId, Math.max(ack, gatheredReceipts.acks.get(ref.messageId) ?? 0));
    return gatheredReceipts.done;
  }

  async function write(ticketId: string, acks: ReadonlyMap<string, number>): Promise<void> {
    const byAck = Map.groupBy(acks, ([, ack]) => ack);
    for (const ack of [...byAck.keys()].sort()) {
      const messageIds = (byAck.get(ack) ?? []).map(([messageId]) => messageId);
      try {
        await insist(() => desk.tickets.acknowledge(context, { ticketId, messageIds, ack }));
      } catch (error) {
        // The ticket was deleted meanwhile, for one: nobody waits for this receipt any more.
        if (signal.aborted) throw error;
        log.warn({ err: error, ticketId }, 'receipt refused');
      }
    }
  }

  return {
    /** Resolves when the acknowledgement is durable, or nobody knows the message for too long. */
    async handle(externalIds: readonly string[], ack: number): Promise<void> {
      if (ack < 1) return;
      const until = performance.now() + (deps.unknownMs ?? 120_000);
      const writes: Promise<void>[] = [];
      let unknownIds = externalIds;
      const take = () => {
        const missing: string[] = [];
        for (const id of unknownIds) {
          const ref = deps.sentIndex.get(id);
          if (ref) writes.push(acknowledge(ref, Math.min(ack, 5)));
          else missing.push(id);
        }
        unknownIds = missing;
      };
      const attempt = async (): Promise<void> => {
        take();
        if (unknownIds.length === 0) return;
        await retry(() => lookUp(deps, unknownIds), { signal });
        take();
        if (unknownIds.length === 0) return;
        if (performance.now() <= until) throw new NotYetError('nobody knows some of them');
        log.warn({ count: unknownIds.length }, 'receipts of unknown messages dropped');
      };
      try {
        await untilSettled(attempt, { signal, firstMs: 25, capMs: 5_000 });
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error;
      }
      await Promise.all(writes);
      signal.throwIfAborted();
    },
    /** The network takes back that it took a message: the agent is told why, unless a phone has it already. */
    async refused(externalId: string, code: string | undefined): Promise<void> {
      if (!deps.sentIndex.has(externalId)) {
        // Another gateway sent it, a moment ago perhaps: nobody says this twice, so the read models are waited for.
        await deps.projectorReached(await retry(() => deps.eventStore.head(), { signal }), signal);
        await retry(() => lookUp(deps, [externalId]), { signal });
      }
      const ref = deps.sentIndex.get(externalId);
      if (!ref) return log.warn({ externalId, code }, 'refusal of an unknown message dropped');
      try {
        await insist(() =>
          desk.tickets.failed(context, { ...ref, ...onChannel(deps.channel, refusal(code)), late: true }),
        );
      } catch (error) {
        if (!isDomainError(error)) throw error;
        log.warn({ err: error, externalId }, 'refusal not recorded');
      }
    },
  };
}
