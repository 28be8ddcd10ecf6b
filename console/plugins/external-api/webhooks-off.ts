import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Change } from '../../../contract/changes.ts';
import type { RecordRow } from '../../../contract/record-row.ts';
import type { record } from '../../../records/webhook/record.ts';
import { api } from '../../shell/api.ts';
import { notify } from '../../shell/notify.ts';

type Webhook = RecordRow<typeof record>;

/** Whether it switched itself off; one that somebody switched off is nobody's alarm. */
const isOff = ({ active, offReason }: Partial<Webhook>): boolean => active === false && offReason != null;

/** The webhooks that switched themselves off. */
export const webhooksOffQuery = queryOptions({
  queryKey: ['webhooksOff'],
  queryFn: async ({ signal }) =>
    (await api<readonly Webhook[]>('/resources/webhooks', { signal, query: { range: '[0,99]' } })).filter(
      isOff,
    ),
});

/** Says at once that a webhook was switched off, wherever its admins are. */
export function applyWebhookChange(change: Change, cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: webhooksOffQuery.queryKey });
  const webhook = change.document as Partial<Webhook> | undefined;
  if (webhook === undefined || !isOff(webhook)) return;
  notify.error('external.webhookOff', {
    code: `webhook-off-${webhook.id}`,
    values: { name: webhook.name },
  });
}
