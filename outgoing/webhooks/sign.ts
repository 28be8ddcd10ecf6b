import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** Returns the key of a secret: one of the standard's form is base64 behind its prefix, any other is taken as it was typed. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);

/** Returns the headers by which a receiver knows who sent it, as Standard Webhooks has them: signed with each secret that holds. */
export function signatureOf(
  secrets: readonly string[],
  message: { readonly id: string; readonly seconds: number; readonly body: string },
): Readonly<Record<string, string>> {
  const { id, seconds, body } = message;
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
