/** Telling other systems what happens: who is told, calls until one is taken, and the end of a webhook without answers. */

import type { Logger } from 'pino';
import { publicEventOnWire } from '../../contract/public-event.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { publicEventOf } from '../../domain/public-events/public-event.ts';
import {
  type Delivery,
  type DeliveryTry,
  type Due,
  duePrefix,
  keepDelivery,
  mostTriesListed,
} from '../../messaging/webhook-deliveries.ts';
import { webhookSecrets } from '../../messaging/webhook-secrets.ts';
import { type Ask, OutgoingError } from '../../outgoing/ask.ts';
import { signatureOf } from '../../outgoing/webhooks/sign.ts';
import { withoutDeleted } from '../../projections/messages/told.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { DueJob } from '../jobs/due-work.ts';
import type { TellAdmins } from './off-letters.ts';
import { activeWebhook, type WebhookRow } from './webhook-row.ts';

export interface DeliveringDeps {
  readonly desk: Pick<Desk, 'records'>;
  readonly eventStore: Pick<EventStore, 'readAll'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly vault: Vault;
  readonly ask: Ask;
  readonly now: () => Date;
  readonly log: Logger;
  readonly everyMs: number;
  /** Absent: no mail goes out. */
  readonly tellAdmins?: TellAdmins | undefined;
}

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
/** After which try the next one comes how much later; the last over and over, until a day is over. */
const pauses = [5 * secondMs, 30 * secondMs, 120 * secondMs, 600 * secondMs, hourMs, 2 * hourMs, 4 * hourMs];
const givenUpMs = 24 * hourMs;
/** Of one webhook at once: a slow one holds back no other. */
const perWebhook = 4;
/** Of what is due to one webhook, so many are looked through at once. */
const mostDue = 5_000;
const shownAnswer = 500;
/** Tells that nobody is there any more. */
const goneStatus = 410;
/** Of the event there is nothing left to tell: no receiver is to blame. */
const eventGone = 'the event is gone';
const isOfNothing = ({ status, answer }: DeliveryTry): boolean => status === null && answer === eventGone;

const failingKey = (webhookId: string): string => `webhook-failing/${webhookId}`;

/** Returns what is said of an event, and nothing of one that is no longer there. */
export function createContent({ eventStore, readStore }: Pick<DeliveringDeps, 'eventStore' | 'readStore'>) {
  return async ({ companyId, position, eventId, type, at }: Delivery) => {
    if (position === 0) return { type, timestamp: at, data: { message: 'Balcão' } };
    const [event] = await eventStore.readAll({ after: position - 1, limit: 1 });
    const found = event?.id === eventId ? publicEventOf(event) : undefined;
    if (!found) return undefined;
    const [told] = await withoutDeleted(readStore.forCompany(companyId), [found]);
    return told && { type: told.type, timestamp: at, data: publicEventOnWire(told).data };
  };
}

/** Returns what sends one delivery once. */
function createTry(deps: DeliveringDeps) {
  const { ask, now } = deps;
  const contentOf = createContent(deps);

  return async (delivery: Delivery, { id, url }: WebhookRow): Promise<DeliveryTry> => {
    const { companyId, eventId } = delivery;
    const at = now();
    const began = performance.now();
    const tryResult = (status: number | null, answer: string): DeliveryTry => ({
      at: at.toISOString(),
      status,
      ms: Math.round(performance.now() - began),
      answer: answer.slice(0, shownAnswer),
    });
    const { own, replaced } = await webhookSecrets(deps, { companyId, webhookId: id }, at);
    if (own === undefined) return tryResult(null, 'no secret');
    const content = await contentOf(delivery);
    if (!content) return tryResult(null, eventGone);
    const seconds = Math.floor(at.getTime() / secondMs);
    const secrets = [own, ...replaced.map(({ secret }) => secret)];
    const headers = signatureOf(secrets, { id: eventId, seconds, body: JSON.stringify(content) });
    try {
      const answer = await ask({ method: 'POST', url, headers, body: content });
      return tryResult(answer.status, answer.text);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return tryResult(null, `${error.failure}: ${error.message}`);
    }
  };
}

/** Returns a delivery as it stands after a try. */
function after(delivery: Delivery, made: DeliveryTry, now: Date): Delivery {
  const tries = [...delivery.tries, made].slice(-mostTriesListed);
  const count = delivery.count + 1;
  const isDelivered = made.status !== null && made.status >= 200 && made.status < 300;
  if (isDelivered) return { ...delivery, tries, count, state: 'delivered', nextAt: null };
  // What was tried before it was told once more does not count.
  const first = Date.parse(tries.at(-Math.min(count, tries.length))!.at);
  const pause = pauses[Math.min(count - 1, pauses.length - 1)]!;
  if (made.status === goneStatus || isOfNothing(made) || now.getTime() + pause - first > givenUpMs)
    return { ...delivery, tries, count, state: 'failed', nextAt: null };
  return { ...delivery, tries, count, nextAt: new Date(now.getTime() + pause).toISOString() };
}

type DueEntry = Due & { readonly entry: string };
const webhookOf = (entry: string): string => entry.slice(0, entry.lastIndexOf('/'));

/**
 * Returns what finds what is due by webhook. However much waits for one, the others are seen; what stands behind much that waits for
 * the same one is seen within a few looks, each of which goes on where the one before ended.
 */
function createDueNow(state: Pick<StateStore, 'list'>) {
  const page = (prefix: string, after?: string) =>
    state.list<Due>(prefix, { limit: mostDue, ...(after !== undefined && { after }) });
  /** Where a look at a webhook ended, of those that have more than a look sees. */
  const ends = new Map<string, string>();

  /** Returns so many more of a webhook, `after` them or where the last look ended, and from the beginning after the last. */
  async function moreOf(webhook: string, after: string) {
    const end = ends.get(webhook) ?? after;
    const more = await page(`${webhook}/`, end > after ? end : after);
    const last = more.at(-1)?.key;
    if (last === undefined || more.length < mostDue) ends.delete(webhook);
    else ends.set(webhook, last);
    return more;
  }

  /** @param busyWebhooks nothing is begun with these */
  return async (
    now: Date,
    busyWebhooks: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, readonly DueEntry[]>> => {
    const at = now.toISOString();
    const dueEntries: DueEntry[] = [];
    const longWebhooks = new Set<string>();
    const take = (some: Awaited<ReturnType<typeof page>>) => {
      for (const { key, value } of some) if (value.nextAt <= at) dueEntries.push({ ...value, entry: key });
    };
    for (let after: string | undefined; ; ) {
      const some = await page(duePrefix, after);
      take(some);
      const last = some.at(-1)?.key;
      if (last === undefined || some.length < mostDue) break;
      const webhook = webhookOf(last);
      after = last;
      if (webhookOf(some[0]!.key) !== webhook) continue;
      longWebhooks.add(webhook);
      if (!busyWebhooks.has(webhook)) take(await moreOf(webhook, last));
      // Behind every id of this webhook.
      after = `${webhook}/~`;
    }
    for (const webhook of ends.keys()) if (!longWebhooks.has(webhook)) ends.delete(webhook);
    return Map.groupBy(dueEntries, ({ entry }) => webhookOf(entry));
  };
}

/** Returns what switches a webhook off to which nothing came for a day, or that says that it is gone. */
function createFollowing({ desk, state, now, log, tellAdmins }: DeliveringDeps) {
  return async (
    { companyId, webhookId }: Delivery,
    row: WebhookRow,
    madeTry: DeliveryTry,
    isDelivered: boolean,
  ): Promise<void> => {
    if (isDelivered) return void (await state.delete(failingKey(webhookId)));
    const at = now().getTime();
    const failing = (await state.get<number>(failingKey(webhookId)))?.value;
    // What failed before somebody changed it, or switched it on again, says nothing of it as it is now.
    const since = failing !== undefined && failing >= Date.parse(row.updatedAt) ? failing : undefined;
    if (since === undefined) await state.set(failingKey(webhookId), at);
    if (madeTry.status !== goneStatus && at - (since ?? at) < givenUpMs) return;
    const offReason = madeTry.status === goneStatus ? 'gone' : 'failing';
    log.warn({ webhookId, offReason }, 'a webhook is switched off');
    const commandId = deriveId(webhookId, 'off', String(since ?? at));
    // Before it is off: whoever dies in between tells of it again, under the same id.
    await tellAdmins?.({ companyId, row, reason: offReason, id: commandId });
    await desk
      .records('webhook')
      .update(
        { companyId, actor: { kind: 'system', id: 'webhooks' }, commandId },
        { id: webhookId, active: false, offReason },
      )
      .catch((error: unknown) => {
        if (!isDomainError(error)) throw error;
      });
    await state.delete(failingKey(webhookId));
  };
}

/**
 * Returns the job that tells webhooks what is due to them: each event under its own id, however often it is tried.
 * Which are due stands in the state store and is taken away only when what became of it stands there: a death in
 * between sends once more, never less.
 */
export function createDelivering(deps: DeliveringDeps): DueJob {
  const { readStore, state, now, everyMs } = deps;
  const make = createTry(deps);
  const dueNow = createDueNow(state);
  const follow = createFollowing(deps);

  async function deliver(due: Due): Promise<void> {
    const delivery = (await state.get<Delivery>(due.key))?.value;
    if (!delivery) return;
    const row = await activeWebhook(readStore, delivery.companyId, delivery.webhookId);
    // It was deleted or switched off meanwhile, or the plan has it no more.
    if (!row) return keepDelivery(state, { ...delivery, state: 'failed', nextAt: null });
    const made = await make(delivery, row);
    const next = after(delivery, made, now());
    await keepDelivery(state, next);
    if (!isOfNothing(made)) await follow(next, row, made, next.state === 'delivered');
  }

  /** One webhook's, so many at once. */
  async function deliverAll(dues: readonly DueEntry[], signal: AbortSignal) {
    let next = 0;
    const lane = async () => {
      for (let due = dues[next++]; due !== undefined && !signal.aborted; due = dues[next++]) {
        await deliver(due);
        if (!(await state.get(due.key))) await state.delete(due.entry);
      }
    };
    await Promise.all(Array.from({ length: Math.min(perWebhook, dues.length) }, lane));
  }

  /** Begins with every webhook that something is due to, but for those that are still busy. */
  async function begin(busyReceivers: Map<string, Promise<void>>, signal: AbortSignal): Promise<void> {
    // Who ends while the list is read stands in it as it was before: it is not begun again from that.
    const before = new Set(busyReceivers.keys());
    const byWebhook = await dueNow(now(), before);
    const waiting = [...byWebhook].filter(([webhook]) => !before.has(webhook));
    for (const [webhook, dues] of waiting)
      busyReceivers.set(
        webhook,
        deliverAll(dues, signal).then(() => void busyReceivers.delete(webhook)),
      );
  }

  /** Lasts as long as a webhook is busy, so that one process alone delivers; the others are looked after meanwhile. */
  async function round(signal: AbortSignal): Promise<number> {
    const busyReceivers = new Map<string, Promise<void>>();
    const failure = new AbortController();
    const either = AbortSignal.any([signal, failure.signal]);
    try {
      do {
        await begin(busyReceivers, either);
        await Promise.race([Promise.all(busyReceivers.values()), sleep(everyMs, either)]);
      } while (busyReceivers.size > 0 && !either.aborted);
      await Promise.all(busyReceivers.values());
    } finally {
      failure.abort();
      await Promise.allSettled(busyReceivers.values());
    }
    return everyMs;
  }

  return {
    name: 'webhook-deliveries',
    everyMs,
    waiting: 'deliveries to webhooks wait for the stores',
    round,
  };
}
