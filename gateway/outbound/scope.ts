import type { Logger } from 'pino';
import type { Limits } from '../../channels/channel.ts';
import type { Pace } from '../../domain/connection/pace.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { Addressing } from '../driver/addressing.ts';
import type { Driver } from '../driver/driver.ts';
import { durably } from '../scheduling/durably.ts';
import { hopeless } from '../scheduling/hopeless.ts';
import { keyedQueue } from '../scheduling/keyed-queue.ts';
import { type Failure, onChannel } from './failures.ts';
import type { MessageState } from './message-state.ts';
import type { Pacer } from './pacer.ts';
import type { SentIndex } from './sent-index.ts';
import { createUploadProgress } from './upload-progress.ts';

/** Something is to be done about a message of ours: sent, edited or deleted; its stream says what. */
export interface OutboundWork {
  readonly ticketId: string;
  readonly messageId: string;
  readonly contactId: string;
  /** Revision of the message's first event, when it is known. */
  readonly from?: number;
}

export interface OutboundDeps {
  readonly companyId: string;
  readonly connectionId: string;
  readonly driver: Driver;
  /** Of the connection's channel. */
  readonly limits: Pick<Limits, 'changeMinutes'>;
  readonly desk: Desk;
  readonly eventStore: Pick<EventStore, 'read' | 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly media: MediaStore;
  readonly sentIndex: SentIndex;
  readonly pacer: Pacer;
  /** Who is shown that somebody types. */
  readonly typing: () => Pace['typing'];
  /** Its kind: whose texts tell why something did not go out. */
  readonly channel: string;
  readonly addressing: Addressing;
  readonly projectorReached: (position: number, signal: AbortSignal) => Promise<void>;
  /** The link is up and the lease is held, this very moment. */
  readonly isUp: () => boolean;
  readonly whenUp: (signal: AbortSignal) => Promise<void>;
  readonly sendTimeoutMs: number;
  readonly uploadTimeoutMs: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Looks up in the ticket's stream how a message stands now. */
export type Look = () => Promise<MessageState | undefined>;

export const isPending = (state: MessageState | undefined): state is MessageState =>
  state?.phase === 'pending' && !state.deleted;

/** Conversations served at a time. */
const parallel = 64;

export type OutboundScope = ReturnType<typeof openOutboundScope>;

/** Returns what the parts of one connection's outbound share. */
export function openOutboundScope(deps: OutboundDeps) {
  const { companyId, connectionId, eventStore, state, signal, log } = deps;
  const context: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  const insist = durably({ signal, log, waiting: 'outbound waits for the stores' });

  /** Repeats until it is durable; a refusal (the ticket was deleted meanwhile) leaves nothing to be done. */
  async function append(command: () => Promise<unknown>): Promise<void> {
    try {
      await insist(command);
    } catch (error) {
      if (hopeless(error) === undefined) throw error;
      log.warn({ err: error, connectionId }, 'the desk refused an outcome');
    }
  }

  return {
    ...deps,
    context,
    reader: deps.readStore.forCompany(companyId),
    queue: keyedQueue(parallel),
    progress: createUploadProgress({ companyId, state, log }),
    insist,
    append,
    /** Resolves when the read models know all there is now. */
    settled: async () => deps.projectorReached(await insist(() => eventStore.head()), signal),
    fail: ({ ticketId, messageId }: OutboundWork, failure: Failure) =>
      append(() =>
        deps.desk.tickets.failed(context, { ticketId, messageId, ...onChannel(deps.channel, failure) }),
      ),
  };
}
