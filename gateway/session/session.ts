import type { Logger } from 'pino';
import { settingsOf } from '../../channels/channel.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import { forgetPairing, readPairingNumber } from '../../messaging/pairing.ts';
import { connectionSecrets, readSecret } from '../../messaging/secrets.ts';
import { addressingOf } from '../driver/addressing.ts';
import type { DriverContext, DriverHandler } from '../driver/driver.ts';
import type { FileWork } from '../inbound/file-recipes.ts';
import { sentIndex } from '../outbound/sent-index.ts';
import { createSentMessages } from '../outbound/sent-messages.ts';
import { createPresence } from '../presence/presence.ts';
import { createReads } from '../presence/reads.ts';
import { createDispatch } from './dispatch.ts';
import { createIncoming, takesGroups } from './incoming.ts';
import { createLink } from './link.ts';
import { createOutgoing } from './outgoing.ts';
import { createReconnection } from './reconnection.ts';
import { createRequestRunner } from './request-runner.ts';
import type { SessionDeps, SessionScope } from './scope.ts';
import { handledRequests } from './session-requests.ts';
import { createStatusReports } from './status-report.ts';
import { usualWatch, watchLink } from './watchdog.ts';

/** Returns the driver of a connection, opened with all that it may ask, and given the session's `handler`. */
async function openScope(
  deps: SessionDeps,
  stopSignal: AbortSignal,
  handler: DriverHandler,
): Promise<SessionScope> {
  const { lease, state, readStore, channel, setting } = deps;
  const { id: connectionId, companyId } = deps.facts();
  const log: Logger = deps.log.child({ connectionId });
  const link = createLink(lease);
  const base = {
    ...deps,
    companyId,
    connectionId,
    log,
    link,
    isUp: link.isUp,
    whenUp: link.whenUp,
    reader: readStore.forCompany(companyId),
    sentIndex: sentIndex(),
    addressing: addressingOf(channel),
    signal: AbortSignal.any([stopSignal, lease.lost]),
  };
  const context: DriverContext = {
    companyId,
    connectionId,
    log,
    handler,
    sentMessage: createSentMessages(base),
    takesGroups: () => takesGroups(deps),
    pairingNumber: () => readPairingNumber(state, connectionId),
    takesCalls: () => setting('call') !== 'disabled',
    setting: (name) => settingsOf(channel, deps.facts().settings)[name],
    secret: (name) => readSecret({ state, vault: deps.vault }, connectionSecrets(connectionId), name),
    fence: lease.fence,
    mayAct: () => lease.mayAct() && !stopSignal.aborted,
  };
  return { ...base, driver: await deps.openDriver(context) };
}

/** Returns what people see of each other: who types, who is online, what was read. */
function createAttention(scope: SessionScope) {
  const { setting } = scope;
  return {
    presence: createPresence({
      ...scope,
      showsTyping: () => setting('typingToContacts') === 'enabled',
      isOnline: () => setting('onlineStatus') === 'enabled',
    }),
    reads: createReads({ ...scope, enabled: () => setting('readReceipts') === 'enabled' }),
  };
}

/** Returns one connection while this gateway has its lease: its driver, what comes in and what goes out. */
export async function openSession(deps: SessionDeps) {
  const { lease, state, config } = deps;
  const stopper = new AbortController();
  const requests = handledRequests(state, deps.facts().id, lease.fence);
  await requests.claim();
  const scope = await openScope(deps, stopper.signal, (event) => handler(event));
  const { companyId, connectionId, driver, link, signal, log } = scope;
  const reports = createStatusReports(scope);
  const reconnection = createReconnection(scope, { requests, reports });
  const outgoing = createOutgoing(scope);
  const { pacer, outbound, receipts } = outgoing;
  const { inbound, files } = createIncoming(scope, outgoing);
  const { presence, reads } = createAttention(scope);
  const obey = createRequestRunner(scope, { requests, reports, reconnection });
  const handler = createDispatch(scope, { inbound, receipts, presence, pacer, reports, reconnection });
  watchLink({
    ...scope,
    config: config.watch ?? usualWatch,
    onDeaf: async () => {
      await driver.disconnect();
      await reconnection.closed({ cause: 'deaf' });
    },
    onStale: reconnection.renew,
  }).catch((error: unknown) => log.error({ err: error }, 'nobody watches the link any more'));

  return {
    companyId,
    connectionId,
    lease,
    driver,
    /** For tests and measurements: what the driver calls. */
    handler,
    touch: outbound.touch,
    seen: reads.seen,
    presence,
    /** Somebody asked for the file of a message again. */
    fetchFile: (work: FileWork) => {
      files.touch(work).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'a file that was asked for is not fetched');
      });
    },
    /** Its pace was set anew. */
    paceChanged: () => pacer.changed(),
    /** To be called once `touch` is told the log's news: what the outbox misses must come by the log. */
    prime(): void {
      files.run().catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'files that are due are not looked for');
      });
      outgoing.prime();
    },
    obey,
    status: () => ({
      connectionId,
      companyId,
      connected: link.isUp(),
      halted: reconnection.isHalted,
      retries: reconnection.retries,
      inbound: inbound.size,
      outbound: outbound.size,
      files: files.size,
      waiting: pacer.waiting,
    }),
    /**
     * Ends the link, then waits a while for what came in over it to be written; what is not will be handed over again
     * to the next owner.
     */
    async stop(options: { logout?: boolean } = {}): Promise<void> {
      reconnection.cancel();
      // Logging out writes: only its owner may, so before the session ends.
      if (options.logout) {
        await driver.disconnect({ logout: true });
        await forgetPairing(state, connectionId);
      }
      await driver.disconnect();
      await Promise.race([inbound.idle(), sleep(config.drainMs ?? 3_000, signal)]);
      if (inbound.size > 0)
        log.warn({ waiting: inbound.size }, 'stopped before all that came in was written');
      stopper.abort();
      driver.close?.();
    },
  };
}
export type Session = Awaited<ReturnType<typeof openSession>>;
