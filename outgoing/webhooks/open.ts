/** How the receivers of webhooks are called, and the signature by which they know who calls. */

import { type Ask, createAsk } from '../ask.ts';
import { type AllowedPrivate, publicLines } from '../private-addresses.ts';

export interface WebhookSettings {
  readonly allowedPrivate: AllowedPrivate;
  /** How long a receiver may take, milliseconds. */
  readonly webhookTimeoutMs?: number | undefined;
}

/** Returns how receivers of webhooks are called. No redirect is followed, and little of an answer is read, however long it is. */
export const openWebhooks = ({ allowedPrivate, webhookTimeoutMs = 10_000 }: WebhookSettings): Ask =>
  createAsk({
    connect: publicLines(allowedPrivate),
    timeoutMs: webhookTimeoutMs,
    mostBytes: 64 * 1_024,
    cuts: true,
  });
