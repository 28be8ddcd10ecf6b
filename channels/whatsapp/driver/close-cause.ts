import { DisconnectReason } from 'baileys';
import type { CloseCause } from '../../../gateway/driver/driver.ts';

/** Returns the code Baileys (or the server) gives for the end of a link. */
export const codeOf = (error: unknown): number | undefined => {
  const code = (error as { output?: { statusCode?: unknown } } | undefined)?.output?.statusCode;
  return typeof code === 'number' ? code : undefined;
};

const proxyFailures = ['proxy', 'proxy-login', 'proxy-private'] as const;

/** Returns what kept us from the network before it could say anything, where a proxy did; by its name, to load none of it. */
const proxyFailureOf = (error: unknown): CloseCause | undefined => {
  const { failure, data } = (error ?? {}) as { readonly failure?: unknown; readonly data?: unknown };
  return proxyFailures.find((one) => one === failure) ?? (data ? proxyFailureOf(data) : undefined);
};

/**
 * Returns why a link ended, as what is to be done about it. 440 is a second session on the same number: fighting for it
 * drops both for ever.
 */
export function closeCause(error: unknown): CloseCause {
  const proxy = proxyFailureOf(error);
  if (proxy) return proxy;
  switch (codeOf(error)) {
    case DisconnectReason.loggedOut:
      return 'logged-out';
    case DisconnectReason.connectionReplaced:
      return 'replaced';
    case DisconnectReason.restartRequired:
      return 'restart';
    case DisconnectReason.timedOut:
      return (error as Error).message.includes('QR refs') ? 'unpaired' : 'lost';
    case DisconnectReason.forbidden:
      return 'banned';
    case 402:
      return 'suspended';
    case 405:
      return 'outdated';
    case DisconnectReason.multideviceMismatch:
      return 'multi-device';
    case DisconnectReason.badSession:
      // Of a stream that breaks off without a code ('ack', for one) Baileys makes a 500 too: the session is not at fault.
      return (error as Error).message.startsWith('Stream Errored') ? 'lost' : 'bad-session';
    default:
      return 'lost';
  }
}
