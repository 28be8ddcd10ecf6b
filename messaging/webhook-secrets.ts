import { randomBytes } from 'node:crypto';
import { lookingAgain } from '../domain/desk/looking-again.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { keepSecrets, recordSecrets, replaceSecret, secretWithVersion } from './secrets.ts';

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

interface Of {
  readonly companyId: string;
  readonly webhookId: string;
}
const placeOf = ({ companyId, webhookId }: Of): string => recordSecrets('webhook', companyId, webhookId);

/** Returns the secrets of a webhook, each entry with the version it was kept at. */
async function readSecrets(kept: Kept, of: Of, now: Date) {
  const [own, list] = [
    await secretWithVersion(kept, placeOf(of), names.secret),
    await secretWithVersion(kept, placeOf(of), names.replaced),
  ];
  const all = JSON.parse(list.secret ?? '[]') as readonly Replaced[];
  // A typed one may be one of before.
  const replaced = all.filter(({ secret, until }) => until > now.getTime() && secret !== own.secret);
  return { own, replaced, replacedVersion: list.version };
}

/** Returns the secrets that a webhook signs with now: its own first. */
export async function webhookSecrets(
  kept: Kept,
  of: Of,
  now: Date,
): Promise<{ readonly own: string | undefined; readonly replaced: readonly Replaced[] }> {
  const { own, replaced } = await readSecrets(kept, of, now);
  return { own: own.secret, replaced };
}

/** Returns a new secret of a webhook; the one before signs beside it for a day, or no longer. Of two made at once the earlier is the one before. */
export const newWebhookSecret = (
  kept: Kept,
  of: Of,
  { now, keepsOld }: { readonly now: Date; readonly keepsOld: boolean },
): Promise<string> =>
  lookingAgain(async () => {
    const { own, replaced, replacedVersion } = await readSecrets(kept, of, now);
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const until = now.getTime() + bothMs;
    const before = [...(own.secret === undefined ? [] : [{ secret: own.secret, until }]), ...replaced].slice(
      0,
      mostReplaced,
    );
    // The old one first: after a death in between it signs twice, and never not at all.
    const beside = keepsOld ? JSON.stringify(before) : null;
    await replaceSecret(kept, placeOf(of), names.replaced, beside, replacedVersion);
    await replaceSecret(kept, placeOf(of), names.secret, secret, own.version);
    return secret;
  });

/** From now on the secrets that were replaced sign no more. */
export const endReplaced = (kept: Kept, of: Of): Promise<void> =>
  keepSecrets(kept, placeOf(of), { [names.replaced]: null });
