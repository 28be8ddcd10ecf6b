import type { BaileysEventMap, WASocket, WAVersion } from 'baileys';
import type { Logger } from 'pino';
import { StoppedError } from '../../../domain/kernel/retry.ts';
import type { CloseCause, DriverEvent } from '../../../gateway/driver/driver.ts';
import { type SealedStore, SupersededError } from '../../../gateway/secrets/sealed-store.ts';
import type { clientVersions } from '../client-version.ts';
import { ownNumber } from './addresses.ts';
import type { openAuthState } from './auth-state.ts';
import { closeCause, codeOf } from './close-cause.ts';
import type { CurrentLink } from './current-link.ts';
import type { Listeners } from './listeners.ts';
import { limitOfLock } from './network-limits.ts';
import type { Companion } from './pairing.ts';
import type { PairingCodes } from './pairing-codes.ts';

/** Returns what listens to the fate of a link: its credentials, its codes, its opening and its end. */
export function linkListeners(
  link: WASocket,
  madeLink: {
    readonly auth: Awaited<ReturnType<typeof openAuthState>>;
    readonly version: WAVersion;
    readonly companion: Companion;
  },
  parts: {
    readonly currentLink: CurrentLink;
    readonly store: Pick<SealedStore, 'clear'>;
    readonly versions: Pick<ReturnType<typeof clientVersions>, 'lookUp'>;
    readonly codes: PairingCodes;
    readonly tell: (event: DriverEvent) => void;
    readonly log: Logger;
  },
): Pick<Listeners, 'creds.update' | 'connection.update'> {
  const { auth, version, companion } = madeLink;
  const { currentLink, store, versions, codes, tell, log } = parts;

  const credentialsChanged = () => {
    auth.saveCreds().catch((error: unknown) => {
      if (error instanceof StoppedError) return;
      if (!(error instanceof SupersededError))
        return log.error({ err: error }, 'credentials were not written');
      // Another gateway has the number: two sessions of it would end each other for ever.
      currentLink.end(link);
      tell({ type: 'status', status: 'closed', cause: 'lost', detail: error.message });
    });
  };

  function onClosed(error: Error | undefined): void {
    currentLink.end(link);
    const cause = closeCause(error);
    const detail = error?.message;
    // Of what never came to the network Baileys makes a 500.
    const code = cause.startsWith('proxy') ? undefined : codeOf(error);
    const tellClosed = (as: CloseCause = cause) =>
      tell({
        type: 'status',
        status: 'closed',
        cause: as,
        ...(detail && { detail }),
        ...(code !== undefined && { code }),
      });
    // A pairing that the phone ended is of no use to anyone: the next start shows a new code.
    if (cause === 'logged-out' || cause === 'unpaired')
      void auth
        .settled()
        .then(() => store.clear())
        .then(
          () => tellClosed(),
          () => tellClosed(),
        );
    else if (cause === 'outdated')
      void versions.lookUp(version).then(
        (isFound) => tellClosed(isFound ? 'restart' : cause),
        () => tellClosed(),
      );
    else tellClosed();
  }

  return {
    'creds.update': credentialsChanged,
    'connection.update': (change: BaileysEventMap['connection.update']) => {
      if (!currentLink.is(link)) return;
      const { connection, qr, lastDisconnect, isNewLogin, reachoutTimeLock } = change;
      if (qr)
        void codes
          .show(link, companion, qr)
          .catch((error: unknown) => log.error({ err: error }, 'no code to show'));
      if (reachoutTimeLock) tell(limitOfLock(reachoutTimeLock));
      if (isNewLogin) tell({ type: 'status', status: 'pairing' });
      if (connection === 'connecting') tell({ type: 'status', status: 'opening' });
      if (connection === 'open') {
        currentLink.loggedIn(link);
        tell({ type: 'status', status: 'connected', number: ownNumber(auth.state.creds.me?.id) });
      }
      if (connection === 'close') onClosed(lastDisconnect?.error);
    },
  };
}
