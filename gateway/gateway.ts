import { DomainError } from '../domain/errors.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { retry, StoppedError, sleep } from '../domain/kernel/retry.ts';
import { sayGone } from '../messaging/serving.ts';
import { createFairShare } from './fair-share.ts';
import type { GatewayDeps } from './gateway-config.ts';
import { createHeldSessions } from './held-sessions.ts';
import { createDueWork } from './jobs/due-work.ts';
import { jobsOf } from './jobs/jobs.ts';
import { answerNumberQuestions } from './jobs/number-checks.ts';
import { createCompanySettings } from './log/company-settings.ts';
import {
  type ConnectionFacts,
  foldConnection,
  isConnectionEvent,
  loadConnections,
} from './log/connections.ts';
import { followLog, type Start } from './log/follow-log.ts';
import { outboundWork, type Routed, seenBy } from './presence/asked-by-log.ts';
import { createAttention } from './presence/attention.ts';
import { processManagersOf } from './process/managers.ts';
import { runProcessManagers } from './process/run-process-managers.ts';
import { createVault } from './secrets/vault.ts';

/** Where the read models stand in the log: the follower starts there. */
const projectorName = 'main';

/**
 * Drives the connections of all companies: takes leases, opens drivers, lets messages in and out. Several gateways
 * share the connections; one that dies is replaced when its leases end.
 */
export function createGateway(deps: GatewayDeps) {
  const { eventStore, readStore, state, log, config, holderId } = deps;
  const leaseMs = config.leaseMs ?? 5_000;
  const stopping = new AbortController();
  const { signal } = stopping;
  const settings = createCompanySettings();
  const vault = createVault(config.secretKey);
  let connections = new Map<string, ConnectionFacts>();
  let running: Promise<unknown> = Promise.resolve();
  const dueWork = createDueWork(
    { ...deps, leaseMs, signal },
    jobsOf({ ...deps, vault, settings, isThere: (connectionId) => connections.has(connectionId) }),
  );

  const held = createHeldSessions({
    ...deps,
    leaseMs,
    vault,
    settings,
    factsOf: (id) => connections.get(id),
    projectorReached,
    signal,
  });
  const { sessions } = held;
  const share = createFairShare({ ...deps, leaseMs, held, settings, connections: () => connections, signal });

  const attention = createAttention({
    ...deps,
    sessionOf: (id) => sessions.get(id)?.presence,
    keepOnline: () => {
      for (const session of sessions.values()) void session.presence.keepOnline();
    },
    signal,
  });

  async function projectorReached(position: number, either: AbortSignal): Promise<void> {
    while (!either.aborted) {
      try {
        if (await deps.reached(position, 1_000)) return;
      } catch (error) {
        log.warn({ err: error }, 'the read models do not answer');
        await sleep(500, either);
      }
    }
    throw new StoppedError('stopped');
  }

  function each(event: RecordedEvent): void {
    settings.apply(event);
    if (isConnectionEvent(event)) {
      connectionChanged(event);
      return;
    }
    dueWork.heard(event);
    if (event.type === 'MessageFileRequested') {
      const { ticketId, messageId, contactId, connectionId } = event.data as Routed;
      sessions.get(connectionId)?.fetchFile({ ticketId, messageId, contactId });
      return;
    }
    const work = outboundWork(event);
    if (work) sessions.get(work.connectionId)?.touch(work);
    const seen = seenBy(event);
    if (seen) sessions.get(seen.connectionId)?.seen(seen.ticketId, event.position);
  }

  function connectionChanged(event: RecordedEvent): void {
    const { connectionId: id } = event.data as { connectionId: string };
    const before = connections.get(id);
    const after = foldConnection(before, event);
    if (after === before) return;
    if (after) connections.set(id, after);
    else connections.delete(id);
    const session = sessions.get(id);
    if (after && JSON.stringify(after.pace) !== JSON.stringify(before?.pace)) session?.paceChanged();
    if (session && !after) held.closeSoon(session, 'a deleted connection was not closed', { logout: true });
    else if (after && after.wantedAt !== before?.wantedAt) {
      if (session) held.serveSoon(session);
      else void held.tryOpen(after);
    }
  }

  const logged = (message: string) => (error: unknown) => log.error({ err: error }, message);

  /** Whether a number is on the messaging app. @throws DomainError ERR_WAPP_NOT_INITIALIZED when there is no link */
  async function checkNumber(connectionId: string, number: string) {
    const session = sessions.get(connectionId);
    if (!session?.status().connected) throw new DomainError('ERR_WAPP_NOT_INITIALIZED');
    return session.driver.checkNumber?.(number) ?? { exists: 'unknown' as const };
  }

  /** What the read models know of connections and companies, once they are those of this log. */
  const fromReadModels = (): Promise<Start> =>
    retry(
      async () => {
        // Read before the documents: what the documents miss comes again from the log.
        const checkpoint = await readStore.checkpoint(projectorName);
        if (checkpoint?.mark && !(await eventStore.stands(checkpoint.mark)))
          throw new Error('the read models are of a log that an older copy has replaced');
        connections = await loadConnections(readStore);
        await settings.load(readStore);
        return { after: checkpoint?.position ?? 0, mark: checkpoint?.mark };
      },
      {
        signal,
        onFailure(error, failures) {
          if (failures === 1) log.warn({ err: error }, 'the gateway waits for the read models');
        },
      },
    );

  /** Sessions remember messages that the log no longer holds: they are ended, and opened again as after a start. */
  async function startAnew(): Promise<Start> {
    // Nothing is opened meanwhile on what was known of the former log.
    connections = new Map();
    for (const one of await held.closeAll())
      if (one.status === 'rejected') logged('a session did not end cleanly')(one.reason);
    const start = await fromReadModels();
    held.forgetResting();
    return start;
  }

  return {
    /** Resolves when the connections are known and are being opened. */
    async start(): Promise<void> {
      const start = await fromReadModels();
      running = Promise.all([
        followLog({ eventStore, start, startAnew, each, log, signal }).catch((error: unknown) => {
          if (!(error instanceof StoppedError)) throw error;
        }),
        share.keepLeases(),
        share.keepShare(),
        dueWork.run(),
        runProcessManagers({ ...deps, leaseMs, signal }, processManagersOf({ ...deps, vault })),
        attention.run(),
        answerNumberQuestions({
          state,
          drives: (connectionId) => sessions.has(connectionId),
          ask: checkNumber,
          log,
          signal,
        }),
      ]);
    },
    /** Ends all links and gives the leases back, so that another gateway takes over at once. */
    async stop(): Promise<void> {
      stopping.abort();
      await held.closeAll();
      await running;
      await sayGone(state, holderId).catch(logged('the others were not told of the end'));
    },
    status: () => ({
      connections: connections.size,
      sessions: [...sessions.values()].map((session) => session.status()),
    }),
    /** For measurements: hands an event over as the connection's driver does. Undefined: not driven here. */
    handlerOf: (connectionId: string) => sessions.get(connectionId)?.handler,
  };
}
