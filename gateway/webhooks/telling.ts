import { LRUCache } from 'lru-cache';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { publicEventOf, toldTypes } from '../../domain/public-events/public-event.ts';
import { addDelivery } from '../../messaging/webhook-deliveries.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { Handles, ProcessManager } from '../process/process-manager.ts';
import { demandReached } from '../process/read-models.ts';
import { type WebhookRow, webhooksOf } from './webhook-row.ts';

type Deps = Pick<GatewayDeps, 'readStore' | 'reached'> & { readonly state: StateStore };

/** What a company has is known for so long; a change is known at once, from the log. */
const knownMs = 60_000;
/** How long the read models may take to know of a webhook. */
const behindMs = 10_000;
/** With what a plan has, webhooks come and go too. */
const changes = ['WebhookCreated', 'WebhookUpdated', 'WebhookDeleted', 'CompanyPlanChanged'];

/**
 * Returns the process manager that writes down who is to be told of what happens. A company without a webhook costs a
 * look into a table.
 */
export function createTelling({ readStore, reached, state }: Deps): ProcessManager {
  const knownWebhooks = new LRUCache<string, readonly WebhookRow[]>({ max: 10_000, ttl: knownMs });
  /** Of all companies: what was looked up while one came may not know of it. */
  let changesSeen = 0;

  async function rowsOf({
    position,
    metadata: { companyId },
  }: RecordedEvent): Promise<readonly WebhookRow[]> {
    const before = knownWebhooks.get(companyId);
    if (before) return before;
    const seenBefore = changesSeen;
    await demandReached(reached, position, behindMs);
    const rows = await webhooksOf(readStore, companyId);
    if (changesSeen === seenBefore) knownWebhooks.set(companyId, rows);
    return rows;
  }

  async function tell(event: RecordedEvent): Promise<void> {
    const told = publicEventOf(event);
    if (!told) return;
    const { id: eventId, position, metadata } = event;
    const { companyId, at } = metadata;
    for (const { id: webhookId, events, createdAt } of await rowsOf(event))
      if (events.includes(told.type) && createdAt <= at)
        await addDelivery(state, { companyId, webhookId, eventId, position, type: told.type, at });
  }

  return {
    name: 'webhooks',
    start: 'head',
    key: ({ stream }) => stream,
    // Asked in the order of the log: what stands behind a change is looked up anew.
    skips: ({ type, metadata: { companyId } }) => {
      if (!changes.includes(type)) return knownWebhooks.get(companyId)?.length === 0;
      changesSeen += 1;
      knownWebhooks.delete(companyId);
      return true;
    },
    handles: Object.fromEntries([...toldTypes, ...changes].map((type) => [type, tell])) as Handles,
  };
}
