import type { Logger } from 'pino';
import { sleep } from '../../../domain/kernel/retry.ts';
import type { PhoneEvent, PhoneInboxItem } from '../phone-events.ts';
import type { PhoneNetwork } from '../phone-network.ts';
import { createBell } from './bell.ts';

const page = 500;
const maxInFlight = 2_000;
/** Polling for what another process delivered: often while there is traffic, less when it is quiet. */
const busyPollMs = 60;
const quietPollMs = 100;
const quietAfterMs = 5_000;
const sweepMs = 200;

interface PumpDeps {
  readonly phones: Pick<PhoneNetwork, 'inbox' | 'taken' | 'onDelivered'>;
  readonly connectionId: string;
  /** Resolves when the event is durable elsewhere. */
  readonly handle: (event: PhoneEvent) => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Returns the items that are being handled, and those that are handled and not forgotten yet. */
function createHandling({ phones, connectionId, handle, log, signal }: PumpDeps, onDone: () => void) {
  const inFlight = new Set<string>();
  let doneIds: string[] = [];
  return {
    get count() {
      return inFlight.size;
    },
    get hasDone() {
      return doneIds.length > 0;
    },
    has: (id: string): boolean => inFlight.has(id),
    hand(item: PhoneInboxItem): void {
      inFlight.add(item.id);
      handle(item.event).then(
        () => {
          doneIds.push(item.id);
          onDone();
        },
        (error: unknown) => {
          // Not durable: it stays in the inbox and is handed over again.
          inFlight.delete(item.id);
          if (!signal.aborted)
            log.warn({ err: error, connectionId }, 'a phone event will be handed over again');
        },
      );
    },
    async forget(): Promise<void> {
      const ids = doneIds;
      doneIds = [];
      if (ids.length === 0) return;
      await phones.taken(ids);
      for (const id of ids) inFlight.delete(id);
    },
  };
}

/** Hands the inbox over, in order, and forgets what the handler has made durable, until the signal aborts. */
export async function pumpInbox(deps: PumpDeps): Promise<void> {
  const { phones, connectionId, log, signal } = deps;
  const bell = createBell();
  const handling = createHandling(deps, bell.nudge);
  let after: string | undefined;
  let sweptAt = 0;
  let activeAt = performance.now();
  /** Everything before what comes next was handed over: nothing can overtake it. */
  let isCaughtUp = false;
  const stopListening = phones.onDelivered(connectionId, (item) => {
    if (!isCaughtUp || handling.count >= maxInFlight) return bell.ring();
    if (!signal.aborted && !handling.has(item.id)) handling.hand(item);
  });
  signal.addEventListener('abort', bell.nudge, { once: true });

  /** Returns whether there may be more at once. */
  async function look(): Promise<boolean> {
    // Another process may have put something before what was read already: look from the start now and then.
    if (handling.count === 0 || performance.now() - sweptAt > sweepMs) {
      after = undefined;
      sweptAt = performance.now();
    }
    const items =
      handling.count >= maxInFlight
        ? []
        : await phones.inbox(connectionId, { limit: page, ...(after !== undefined && { after }) });
    if (signal.aborted) return false;
    const fresh = items.filter((item) => !handling.has(item.id));
    for (const item of fresh) handling.hand(item);
    after = items.at(-1)?.id ?? after;
    if (fresh.length > 0) activeAt = performance.now();
    const isMore = items.length === page;
    isCaughtUp = !isMore && handling.count < maxInFlight;
    return isMore && handling.count < maxInFlight;
  }

  let lookAt = 0;
  try {
    while (!signal.aborted) {
      const isRung = bell.silence();
      try {
        await handling.forget();
        // Room was made for what waits, it was said that there is something, or another process may have put it there.
        if (isRung || !isCaughtUp || performance.now() >= lookAt) {
          if (await look()) continue;
          const now = performance.now();
          lookAt = now + (now - activeAt > quietAfterMs ? quietPollMs : busyPollMs);
        }
        if (signal.aborted) return;
      } catch (error) {
        log.warn({ err: error, connectionId }, 'the phone network does not answer');
        isCaughtUp = false;
        await sleep(500, signal);
      }
      // Gathers what comes together instead of looking once a message.
      await new Promise((resolve) => setImmediate(resolve));
      if (!handling.hasDone) await bell.rest(Math.max(0, lookAt - performance.now()), signal);
    }
  } finally {
    stopListening();
  }
}
