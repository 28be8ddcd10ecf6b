import { DisconnectReason } from 'baileys';
import type { CloseCause } from '../../../gateway/driver.ts';

/** The code Baileys (or the server) gives for the end of a link. */
export const codeOf = (error: unknown): number | undefined => {
  const code = (error as { output?: { statusCode?: unknown } } | undefined)?.output?.statusCode;
  return typeof code === 'number' ? code : undefined;
};

/** What is to be done about it. 440 is a second session on the same number: fighting for it drops both for ever. */
export function closeCause(error: unknown): CloseCause {
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
      return 'bad-session';
    default:
      return 'lost';
  }
}
