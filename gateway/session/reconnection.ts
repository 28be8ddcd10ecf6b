import { sleep } from '../../domain/kernel/retry.ts';
import { forgetPairing } from '../../messaging/pairing.ts';
import type { CloseCause, DriverEvent } from '../driver/driver.ts';
import { paceOf, reasonOf, worthTelling } from './close-policy.ts';
import { createConnector } from './connector.ts';
import { createRetryDelays } from './retry-delays.ts';
import type { SessionScope } from './scope.ts';
import type { SessionRequests } from './session-requests.ts';
import type { StatusReports } from './status-report.ts';

export type Closed = Omit<Extract<DriverEvent, { status: 'closed' }>, 'type' | 'status'>;

type Needs = Pick<
  SessionScope,
  'connectionId' | 'driver' | 'link' | 'lease' | 'facts' | 'state' | 'config' | 'log' | 'signal'
>;

/** Returns what makes the link anew when it closes: at once, later, or not before somebody asks (`halted`), as its cause wants it. */
export function createReconnection(
  scope: Needs,
  { requests, reports }: { readonly requests: SessionRequests; readonly reports: StatusReports },
) {
  const { connectionId, driver, link, lease, state, config, log, signal } = scope;
  const usual = { firstMs: config.reconnectFirstMs ?? 500, capMs: config.reconnectCapMs ?? 60_000 };
  const delays = createRetryDelays(config.reconnectSoundMs ?? 60_000);
  let lastCause: CloseCause | undefined;
  let retries = 0;
  let halted = false;
  const connector = createConnector({
    driver,
    signal,
    onFailure: (error) => void onClosed({ cause: 'lost', detail: error.message }),
  });

  function halt(cause: CloseCause, reason: string): void {
    halted = true;
    log.error({ cause, reason }, 'the connection stays closed until someone starts it');
    if (cause === 'logged-out')
      void forgetPairing(state, connectionId).catch((error: unknown) => {
        log.warn({ err: error }, 'what a pairing that ended left behind was not dropped');
      });
    void requests.settle(scope.facts().wantedAt, { halted: true }).catch((error: unknown) => {
      log.warn({ err: error }, 'the end of the session was not written');
    });
    void reports.report({ status: cause === 'unpaired' ? 'TIMEOUT' : 'DISCONNECTED', reason });
  }

  function judge(event: Closed): void {
    const { cause } = event;
    const reason = reasonOf(event);
    const pace = paceOf(cause, usual);
    if (pace === 'halt') {
      halt(cause, reason);
      return;
    }
    retries++;
    const isKnown = cause === lastCause && !worthTelling(retries);
    lastCause = cause;
    const again = delays.next(cause, pace, cause === 'restart' && retries === 1);
    log.warn({ cause, reason, retries, againMs: Math.round(again) }, 'the link closed');
    if (!isKnown && (cause !== 'restart' || again > 0))
      void reports.report({ status: 'DISCONNECTED', retries, reason });
    connector.after(again);
  }

  /**
   * Judged only while the number is surely ours: when the lease has passed on, the next owner's session is what ended
   * this one, and says nothing of the number.
   */
  async function onClosed(event: Closed): Promise<void> {
    link.set(false);
    delays.closed();
    while (!lease.mayAct() && !signal.aborted) await sleep(20, signal);
    if (!signal.aborted) judge(event);
  }

  const forgetFailures = () => {
    retries = 0;
    lastCause = undefined;
  };

  return {
    closed: onClosed,
    /** The link stands: its end will be news. */
    succeeded(): void {
      forgetFailures();
      delays.opened();
    },
    /** Starts afresh, also what was halted. */
    begin(): void {
      halted = false;
      forgetFailures();
      delays.forget();
      connector.after(0);
    },
    /** Ends the link and makes another, without a word. */
    async renew(): Promise<void> {
      link.set(false);
      await driver.disconnect();
      connector.after(0);
    },
    /** The end of the link that is about to come is wanted: no other is made. */
    cancel(): void {
      connector.cancel();
      link.set(false);
    },
    /** A former owner was told for good that there is no link. */
    stayHalted(): void {
      halted = true;
    },
    get isHalted() {
      return halted;
    },
    get retries() {
      return retries;
    },
  };
}
export type Reconnection = ReturnType<typeof createReconnection>;
