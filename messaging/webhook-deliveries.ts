import type { StateStore } from '../domain/ports/state-store.ts';
import type { PublicEventType } from '../domain/public-events/public-event.ts';

// What is told to webhooks stands in the state store: which event, never what is in it. The log says that when it is sent.

/** How long a delivery that ended is listed. */
const keptMs = 30 * 86_400_000;
/** Tries that are listed of one delivery. */
export const mostTriesListed = 10;

export interface DeliveryTry {
  readonly at: string;
  /** Of the answer; null: there was none. */
  readonly status: number | null;
  readonly ms: number;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
}
export interface Delivery {
  readonly companyId: string;
  readonly webhookId: string;
  /** Of the event: the same for every try, so that a receiver knows what it has had. */
  readonly eventId: string;
  /** Where it stands in the log; 0: a trial, of which nothing stands there. */
  readonly position: number;
  readonly type: PublicEventType | 'webhook.test';
  readonly at: string;
  readonly state: 'due' | 'delivered' | 'failed';
  /** Tries since it happened, or since it was asked for once more. */
  readonly count: number;
  readonly tries: readonly DeliveryTry[];
  /** When it is tried next; null: it ended. */
  readonly nextAt: string | null;
}

const descending = (count: number): string => String(Number.MAX_SAFE_INTEGER - count).padStart(16, '0');
/**
 * Returns a delivery's place, newest first: the store lists keys in their order. Trials stand among the events of their
 * time; of one millisecond the log's order holds.
 */
const placeOf = ({ position, at }: Pick<Delivery, 'position' | 'at'>): string =>
  `${descending(Date.parse(at))}-${descending(position)}`;
const ofWebhook = (companyId: string, webhookId: string): string => `${companyId}/${webhookId}/`;

export const deliveriesOf = (companyId: string, webhookId: string): string =>
  `webhook-delivery/${ofWebhook(companyId, webhookId)}`;
const deliveryKey = (delivery: Delivery): string =>
  `${deliveriesOf(delivery.companyId, delivery.webhookId)}${placeOf(delivery)}-${delivery.eventId}`;

/** Deliveries that are looked through at once for one. */
const mostAtOnce = 1_000;

/** Returns what became of one event, however far back it stands; undefined: this webhook was not told of it in the last 30 days. */
export async function findDelivery(
  state: Pick<StateStore, 'list'>,
  { companyId, webhookId, eventId }: Pick<Delivery, 'companyId' | 'webhookId' | 'eventId'>,
): Promise<Delivery | undefined> {
  const prefix = deliveriesOf(companyId, webhookId);
  for (let after: string | undefined; ; ) {
    const options = { limit: mostAtOnce, ...(after !== undefined && { after }) };
    const page: Awaited<ReturnType<typeof state.list<Delivery>>> = await state.list(prefix, options);
    const found = page.find(({ value }) => value.eventId === eventId);
    if (found || page.length < mostAtOnce) return found?.value;
    after = page.at(-1)!.key;
  }
}

/** What is still to be done, by webhook: the oldest is not looked for, only when each is due. */
export const duePrefix = 'webhook-due/';
export interface Due {
  readonly key: string;
  readonly nextAt: string;
}
const dueKey = (delivery: Delivery): string =>
  `${duePrefix}${ofWebhook(delivery.companyId, delivery.webhookId)}${delivery.eventId}`;

/** Keeps a delivery as it stands now. What is due is found, even after a death between the two: it is written first. */
export async function keepDelivery(
  state: Pick<StateStore, 'set' | 'delete'>,
  delivery: Delivery,
): Promise<void> {
  const key = deliveryKey(delivery);
  if (delivery.nextAt !== null) {
    await state.set(key, delivery, { ttlMs: 2 * keptMs });
    await state.set<Due>(dueKey(delivery), { key, nextAt: delivery.nextAt });
    return;
  }
  await state.set(key, delivery, { ttlMs: keptMs });
  await state.delete(dueKey(delivery));
}

/** Makes a delivery due, unless there is one of this event already. */
export async function addDelivery(
  state: Pick<StateStore, 'get' | 'set' | 'delete'>,
  delivery: Omit<Delivery, 'state' | 'count' | 'tries' | 'nextAt'>,
): Promise<void> {
  const whole: Delivery = { ...delivery, state: 'due', count: 0, tries: [], nextAt: delivery.at };
  const before = await state.get<Delivery>(deliveryKey(whole));
  if (before?.value.nextAt === null) return;
  await keepDelivery(state, before?.value ?? whole);
}
