import type { Logger } from 'pino';
import type { Limits } from '../../channels/channel.ts';
import type { HeldReason, Pace } from '../../domain/connection/pace.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { backoff, StoppedError, sleep, withTimeout } from '../../domain/kernel/retry.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { Addressing } from '../driver/addressing.ts';
import { type Driver, DriverError, type OutboundMessage } from '../driver/driver.ts';
import { durably } from '../scheduling/durably.ts';
import { hopeless } from '../scheduling/hopeless.ts';
import { keyedQueue } from '../scheduling/keyed-queue.ts';
import { createChanges } from './changes.ts';
import { type Failure, failures, onChannel, refusal } from './failures.ts';
import { createFileUploads } from './file-uploads.ts';
import { type MessageState, readMessageState } from './message-state.ts';
import { addressOf, outboundMessage, UnsendableError } from './outbound-message.ts';
import { outboxPages } from './outbox.ts';
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
  readonly sent: SentIndex;
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

const parallel = 64;
export type Look = () => Promise<MessageState | undefined>;
const isPending = (state: MessageState | undefined): state is MessageState =>
  state?.phase === 'pending' && !state.deleted;

/**
 * Sends what the log says is to be sent on one connection: in order per conversation, in parallel across them.
 * Every step is looked up in the ticket's own stream right before it is done, so being told twice does no harm.
 */
export function createOutbound(deps: OutboundDeps) {
  const { companyId, connectionId, driver, desk, eventStore, addressing, pacer, signal, log } = deps;
  const context: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  const reader = deps.readStore.forCompany(companyId);
  const queue = keyedQueue(parallel);
  const progress = createUploadProgress({ companyId, state: deps.state, log });
  const waiting = new Set<string>();
  /** Messages whose contact was a new one when their turn came. */
  const firsts = new Set<string>();
  const overruns = backoff(30_000, 30 * 60_000);
  // Until the outbox has been read, news wait: they must not overtake what was pending before them.
  let early: OutboundWork[] | undefined = [];

  const insist = durably({ signal, log, waiting: 'outbound waits for the stores' });

  const settled = async () => deps.projectorReached(await insist(() => eventStore.head()), signal);

  function touch(work: OutboundWork): void {
    if (early) early.push(work);
    else begin(work);
  }

  function begin(work: OutboundWork): void {
    const known = driver.externalIdOf?.(work.messageId);
    if (known !== undefined) deps.sent.set(known, work);
    if (pacer.waiting > 0)
      pacer.look(work.contactId).catch((error: unknown) => {
        if (!(error instanceof StoppedError)) log.warn({ err: error }, 'what waits was not looked at');
      });
    enqueue(work);
  }

  function enqueue(work: OutboundWork): void {
    if (waiting.has(work.messageId)) return;
    waiting.add(work.messageId);
    queue
      .run(work.contactId, () => {
        waiting.delete(work.messageId);
        return carryOut(work);
      })
      .catch((error: unknown) => {
        if (!(error instanceof StoppedError))
          log.error(
            { err: error, messageId: work.messageId, ticketId: work.ticketId },
            'outbound work dropped',
          );
      });
  }

  async function carryOut(work: OutboundWork): Promise<void> {
    const look = () => insist(() => readMessageState(eventStore, { companyId, ...work }));
    let state = await look();
    // Its file is on its way: what is to be done is done when it has arrived.
    if (uploads.isOnItsWay(work.messageId)) return;
    if (isPending(state)) {
      if (await takeTurn(work, look)) {
        if (driver.prepare && state.content.media && !uploads.takeArrived(work.messageId))
          return uploads.begin(work, look);
        await send(work, look);
      }
      state = await look();
    }
    if (state?.edit && state.phase === 'sent' && !state.deleted)
      await changes.settle(work, state, 'edit', state.edit.revision);
    uploads.takeArrived(work.messageId);
    // Also when it seems never to have been sent: a crash may have come between sending and writing that down.
    if (state?.deletion && (!state.deletion.inDoubt || idOf(work, state) !== undefined))
      await changes.settle(work, state, 'delete', state.deletion.revision);
    if (state?.reaction && state.phase === 'sent')
      await changes.settle(work, state, 'react', state.reaction.revision);
  }

  /** Waits until the pace lets the message go; false: nothing is left to be sent. */
  async function takeTurn(work: OutboundWork, look: Look): Promise<boolean> {
    const { ticketId, messageId, contactId } = work;
    if (pacer.isOpen(contactId)) return true;
    const onHeld = (until: Date, reason: HeldReason) => {
      const held = { ticketId, messageId, until: until.toISOString(), reason };
      appended(() => desk.tickets.held(context, held)).catch((error: unknown) => {
        if (!(error instanceof StoppedError)) log.warn({ err: error, messageId }, 'a wait was not told');
      });
    };
    const isWanted = async () => isPending(await look());
    const turn = await queue.aside(() => pacer.turn(contactId, { onHeld, isWanted }));
    if (turn === 'new') firsts.add(messageId);
    return turn !== 'gone';
  }

  /** For as long as a person would take to write it, or nearly. */
  async function showTyping(message: OutboundMessage, isFirst: boolean): Promise<void> {
    const whom = deps.typing();
    if (!driver.typing || whom === 'never' || (whom === 'new' && !isFirst)) return;
    const ms = Math.min(1_000 + 45 * message.body.length, 8_000);
    try {
      await driver.typing(message, message.mediaType === 'audio' ? 'audio' : 'text');
      await queue.aside(() => sleep(ms, signal));
    } catch (error) {
      log.debug({ err: error, connectionId }, 'typing was not shown');
    }
  }

  /** Undefined: nobody knows under which id it is on the network, if it is there. */
  const idOf = (work: OutboundWork, state: MessageState) =>
    state.externalId ?? driver.externalIdOf?.(work.messageId);

  const messageOf = async (work: OutboundWork, state: MessageState) =>
    outboundMessage(
      { reader, media: deps.media, companyId, contactId: work.contactId, driver },
      await addressOf(reader, work.contactId, {
        externalId: idOf(work, state) ?? work.messageId,
        ...{ addressing, settled },
      }),
      state.content,
    );

  async function send(work: OutboundWork, look: Look): Promise<void> {
    const delays = backoff(100, 30_000);
    let first = true;
    for (let broken = 0; ; ) {
      await deps.whenUp(signal);
      const state = await look();
      if (state?.phase !== 'pending' || state.deleted) return;
      try {
        const message = await messageOf(work, state);
        if (!driver.idempotentSend && !(await firstTry(work.messageId, state.attempt)))
          return await fail(work, failures.unknown);
        if (!deps.isUp()) continue;
        if (first) await showTyping(message, firsts.delete(work.messageId));
        first = false;
        if (!deps.isUp()) continue;
        const late = () => new DriverError('unknown', 'no answer');
        const told = (fraction: number) => progress.report(work, fraction);
        const answer = driver.send(message, told);
        const given = await withTimeout(deps.sendTimeoutMs, answer, late)
          .catch((error: unknown) => {
            if (!driver.idempotentSend) answeredLate(work, answer);
            throw error;
          })
          .finally(() => progress.end(work));
        // A receipt may come before it is written down.
        if (given) deps.sent.set(given, work);
        await appended(() =>
          desk.tickets.sent(context, {
            ticketId: work.ticketId,
            messageId: work.messageId,
            externalId: given || message.externalId,
          }),
        );
        overruns.reset();
        return;
      } catch (error) {
        if (error instanceof StoppedError) throw error;
        if (error instanceof DriverError && error.failure === 'limited') {
          const restMs = overruns.next();
          log.warn({ err: error, connectionId, restMs }, 'the network says that this number sends too much');
          await pacer.limit('all', new Date(Date.now() + restMs));
          if (!(await takeTurn(work, look))) return;
          continue;
        }
        const failure = failureOf(error, broken);
        if (failure) return await fail(work, failure);
        if (!(error instanceof DriverError)) broken++;
        log.warn({ err: error, messageId: work.messageId, connectionId }, 'not sent yet');
        await sleep(delays.next(), signal);
      }
    }
  }

  /** The answer that nobody waited for any more is worth having: without it a message has no id, and cannot be taken back. */
  function answeredLate(work: OutboundWork, answer: Promise<string | undefined>): void {
    answer
      .then(async (externalId) => {
        if (!externalId || signal.aborted) return;
        deps.sent.set(externalId, work);
        const { ticketId, messageId } = work;
        await appended(() => desk.tickets.sent(context, { ticketId, messageId, externalId }));
        enqueue(work);
      })
      // It was refused, or the session has ended: nothing more is known of it than before.
      .catch((error: unknown) => log.warn({ err: error, messageId: work.messageId }, 'no late answer'));
  }

  /** What ends the attempt; undefined: the same message is sent again. */
  function failureOf(error: unknown, broken: number): Failure | undefined {
    if (error instanceof UnsendableError) return error.failure;
    if (error instanceof DriverError) {
      if (error.failure === 'refused') return refusal(error.code);
      return error.failure === 'unknown' && !driver.idempotentSend ? failures.unknown : undefined;
    }
    return broken >= 4 ? failures.broken : undefined;
  }

  const attemptKey = (messageId: string, attempt: number) =>
    `attempt/${connectionId}/${messageId}/${attempt}`;

  /** For drivers that cannot send the same message again: whether nobody has tried this attempt before. */
  async function firstTry(messageId: string, attempt: number): Promise<boolean> {
    const key = attemptKey(messageId, attempt);
    const ttlMs = 30 * 24 * 3_600_000;
    return (await insist(() => deps.state.set(key, true, { expected: null, ttlMs }))) !== undefined;
  }

  /** Whether a message without an id may have gone out: its answer was lost, or whoever sent it died before it came. */
  async function mayBeThere({ messageId }: OutboundWork, state: MessageState): Promise<boolean> {
    if (state.phase !== 'pending' || state.unknown) return state.phase === 'sent' || state.unknown === true;
    return (await insist(() => deps.state.get(attemptKey(messageId, state.attempt)))) !== undefined;
  }

  const fail = (work: OutboundWork, failure: Failure) =>
    appended(() =>
      desk.tickets.failed(context, {
        ...{ ticketId: work.ticketId, messageId: work.messageId },
        ...onChannel(deps.channel, failure),
      }),
    );

  /** Repeats until it is durable; a refusal (the ticket was deleted meanwhile) leaves nothing to be done. */
  async function appended(command: () => Promise<unknown>): Promise<void> {
    try {
      await insist(command);
    } catch (error) {
      if (hopeless(error) === undefined) throw error;
      log.warn({ err: error, connectionId }, 'the desk refused an outcome');
    }
  }

  const uploads = createFileUploads({
    ...{ connectionId, driver, progress, messageOf, fail, again: enqueue, log, signal },
    ...{ isUp: deps.isUp, whenUp: deps.whenUp, uploadTimeoutMs: deps.uploadTimeoutMs },
  });
  const changes = createChanges({
    ...{
      driver,
      desk,
      context,
      channel: deps.channel,
      limits: deps.limits,
      idOf,
      mayBeThere,
      appended,
      log,
      signal,
    },
    ...{ sendTimeoutMs: deps.sendTimeoutMs, whenUp: deps.whenUp },
    targetOf: (work, externalId) => addressOf(reader, work.contactId, { externalId, addressing, settled }),
  });

  return {
    touch,
    /** Reads what was pending when the lease was taken; news of the log may be told before, they wait. */
    async prime(): Promise<void> {
      await settled();
      for await (const pending of outboxPages(reader, connectionId, insist))
        for (const { ticketId, id, contactId, work } of pending)
          if (work.some((one) => one !== 'file')) begin({ ticketId, messageId: id, contactId });
      const news = early ?? [];
      early = undefined;
      for (const work of news) begin(work);
    },
    get size() {
      return queue.size;
    },
  };
}
