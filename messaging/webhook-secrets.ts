import { randomBytes } from 'node:crypto';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { keepSecrets, readSecret, recordSecrets } from './secrets.ts';

interface Kept {
  readonly state: StateStore;
  readonly vault: Vault;
}
/** One that was replaced: it signs beside the new one until then, for a receiver that does not know that yet. */
interface Replaced {
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** How long a secret that was replaced signs beside the new one. */
export const bothMs = 24 * 3_600_000;
/** Of those that were replaced within a day, so many at most still sign. */
const mostReplaced = 3;
const names = { secret: 'secret', replaced: 'replaced' } as const;

/** Returns the secrets that a webhook signs with now: its own first. */
export async function webhookSecrets(
  kept: Kept,
  { companyId, webhookId }: { readonly companyId: string; readonly webhookId: string },
  now: Date,
): Promise<{ readonly own: string | undefined; readonly replaced: readonly Replaced[] }> {
  const place = recordSecrets('webhook', companyId, webhookId);
  const own = await readSecret(kept, place, names.secret);
  const list = JSON.parse((await readSecret(kept, place, names.replaced)) ?? '[]') as readonly Replaced[];
  // A typed one may be one of before.
  const replaced = list.filter(({ secret, until }) => until > now.getTime() && secret !== own);
  return { own, replaced };
}

/** Returns a new secret of a webhook; the one before signs beside it for a day, or no longer. */
export async function newWebhookSecret(
  keptSecret: Kept,
  of: { readonly companyId: string; readonly webhookId: string },
  { now, keepsOld }: { readonly now: Date; readonly keepsOld: boolean },
): Promise<string> {
  const { own, replaced } = await webhookSecrets(keptSecret, of, now);
  const place = recordSecrets('webhook', of.companyId, of.webhookId);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const until = now.getTime() + bothMs;
  const before = [...(own === undefined ? [] : [{ secret: own, until }]), ...replaced].slice(0, mostReplaced);
  // The old one first: after a death in between it signs twice, and never not at all.
  await keepSecrets(keptSecret, place, { [names.replaced]: keepsOld ? JSON.stringify(before) : null });
  await keepSecrets(keptSecret, place, { [names.secret]: secret });
  return secret;
}

/** From now on the secrets that were replaced sign no more. */
export const endReplaced = (
  kept: Kept,
  { companyId, webhookId }: { readonly companyId: string; readonly webhookId: string },
): Promise<void> =>
  keepSecrets(kept, recordSecrets('webhook', companyId, webhookId), { [names.replaced]: null });
