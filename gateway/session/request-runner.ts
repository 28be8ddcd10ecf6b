import { forgetPairing } from '../../messaging/pairing.ts';
import type { Reconnection } from './reconnection.ts';
import type { SessionScope } from './scope.ts';
import type { SessionRequests } from './session-requests.ts';
import type { StatusReports } from './status-report.ts';

type Needs = Pick<SessionScope, 'connectionId' | 'driver' | 'link' | 'facts' | 'state' | 'log' | 'signal'>;

/** Returns what carries out what is asked of a connection (start, stop, restart, another code), one request after the other. */
export function createRequestRunner(
  { connectionId, driver, link, facts, state, log, signal }: Needs,
  parts: {
    readonly requests: SessionRequests;
    readonly reports: StatusReports;
    readonly reconnection: Reconnection;
  },
) {
  const { requests, reports, reconnection } = parts;
  let lastRun: Promise<void> = Promise.resolve();

  /** Does what was asked last, once: a request is remembered when it is done, not when it is seen. */
  async function obey(): Promise<void> {
    const { wanted: wantedState, wantedAt } = facts();
    const settledRequest = await requests.settled();
    const isFresh = settledRequest?.at !== wantedAt;
    if (wantedState === 'stop' || (wantedState === 'newQr' && isFresh)) {
      reconnection.cancel();
      await driver.disconnect({ logout: true });
      await forgetPairing(state, connectionId);
    } else if (wantedState === 'restart' && isFresh) {
      reconnection.cancel();
      await driver.disconnect();
    }
    if (wantedState === 'stop') await reports.report({ status: 'DISCONNECTED' });
    if (isFresh) await requests.settle(wantedAt, { halted: false });
    if (wantedState === 'stop') return;
    if (!isFresh && settledRequest?.halted) reconnection.stayHalted();
    else if (!link.isConnected()) reconnection.begin();
  }

  /** To be called at the start and whenever something is asked of the connection; one after the other. */
  return (): Promise<void> => {
    lastRun = lastRun.then(obey).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'a request for the connection failed');
    });
    return lastRun;
  };
}
