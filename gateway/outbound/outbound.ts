import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { StoppedError } from '../../domain/kernel/retry.ts';
import { createAttempts } from './attempts.ts';
import { createChanges } from './changes.ts';
import { createFileUploads } from './file-uploads.ts';
import { readMessageState } from './message-state.ts';
import { outboxPages } from './outbox.ts';
import { isPending, type OutboundDeps, type OutboundWork, openOutboundScope } from './scope.ts';
import { createSending } from './sending.ts';
import { createTargets } from './targets.ts';
import { createTurns } from './turns.ts';

/**
 * Returns what sends what the log says is to be sent on one connection: in order per conversation, in parallel across
 * them. Every step is looked up in the ticket's own stream right before it is done, so being told twice does no harm.
 */
export function createOutbound(deps: OutboundDeps) {
  const scope = openOutboundScope(deps);
  const { companyId, driver, eventStore, pacer, queue, insist, log } = scope;
  const targets = createTargets(scope);
  const attempts = createAttempts(scope);
  const turns = createTurns(scope);
  const send = createSending(scope, { attempts, targets, turns, again: enqueue });
  const uploads = createFileUploads({ ...scope, messageOf: targets.messageOf, again: enqueue });
  const changes = createChanges({ ...scope, ...targets, mayBeThere: attempts.mayBeThere });
  const waitingIds = new Set<string>();
  // Until the outbox has been read, news wait: they must not overtake what was pending before them.
  let earlyWork: OutboundWork[] | undefined = [];

  function begin(work: OutboundWork, begun?: RecordedEvent): void {
    const known = driver.externalIdOf?.(work.messageId);
    if (known !== undefined) deps.sentIndex.set(known, work);
    if (pacer.waiting > 0)
      pacer.look(work.contactId).catch((error: unknown) => {
        if (!(error instanceof StoppedError)) log.warn({ err: error }, 'what waits was not looked at');
      });
    enqueue(work, begun);
  }

  function enqueue(work: OutboundWork, begun?: RecordedEvent): void {
    const { ticketId, messageId } = work;
    if (waitingIds.has(messageId)) return;
    waitingIds.add(messageId);
    let news = begun;
    const takeNews = () => {
      const taken = news;
      news = undefined;
      return taken;
    };
    queue
      .run(work.contactId, () => {
        waitingIds.delete(messageId);
        return carryOut(work, takeNews);
      })
      .catch((error: unknown) => {
        if (!(error instanceof StoppedError))
          log.error({ err: error, messageId, ticketId }, 'outbound work dropped');
      });
    // What has to wait is read anew when its turn comes: it may have been erased meanwhile.
    takeNews();
  }

  /** @param takeNews gives the message's first event, if it was told just now: once, for it is news but once */
  async function carryOut(work: OutboundWork, takeNews: () => RecordedEvent | undefined): Promise<void> {
    const look = () => insist(() => readMessageState(eventStore, { companyId, ...work, begun: takeNews() }));
    let state = await look();
    // Its file is on its way: what is to be done is done when it has arrived.
    if (uploads.isOnItsWay(work.messageId)) return;
    if (isPending(state)) {
      const turn = await turns.take(work, look);
      if (turn !== 'gone') {
        // Nothing is waited for until it is sent: it is as it was just read.
        const fresh = turn === 'at once' && deps.isUp() ? state : undefined;
        if (driver.prepare && state.content.media && !uploads.takeArrived(work.messageId))
          return uploads.begin(work, look);
        const asKnown = await send(work, look, fresh);
        // What is asked for from here on comes as news, and takes a turn of its own.
        if (asKnown && !state.edit && !state.deletion && !state.reaction)
          return void uploads.takeArrived(work.messageId);
      }
      state = await look();
    }
    if (state?.edit && state.phase === 'sent' && !state.deleted)
      await changes.settle(work, state, 'edit', state.edit.revision);
    uploads.takeArrived(work.messageId);
    // Also when it seems never to have been sent: a crash may have come between sending and writing that down.
    if (state?.deletion && (!state.deletion.inDoubt || targets.idOf(work, state) !== undefined))
      await changes.settle(work, state, 'delete', state.deletion.revision);
    if (state?.reaction && state.phase === 'sent')
      await changes.settle(work, state, 'react', state.reaction.revision);
  }

  return {
    /** @param begun the message's first event, where it is the log's news */
    touch(work: OutboundWork, begun?: RecordedEvent): void {
      if (earlyWork) earlyWork.push(work);
      else begin(work, begun);
    },
    /** Reads what was pending when the lease was taken; news of the log may be told before, they wait. */
    async prime(): Promise<void> {
      await scope.settled();
      for await (const pending of outboxPages(scope.reader, deps.connectionId, insist))
        for (const { ticketId, id, contactId, work } of pending)
          if (work.some((one) => one !== 'file')) begin({ ticketId, messageId: id, contactId });
      const news = earlyWork ?? [];
      earlyWork = undefined;
      for (const work of news) begin(work);
    },
    get size() {
      return queue.size;
    },
  };
}
