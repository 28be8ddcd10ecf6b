import { DomainError } from '../domain/errors.ts';
import { StoppedError } from '../domain/kernel/retry.ts';
import { sayGone } from '../messaging/serving.ts';
import { jobsOf } from './due-jobs.ts';
import { createFairShare } from './fair-share.ts';
import type { GatewayDeps } from './gateway-config.ts';
import { createHeldSessions } from './held-sessions.ts';
import { createDueWork } from './jobs/due-work.ts';
import { answerNumberQuestions } from './jobs/number-checks.ts';
import { createCompanySettings } from './log/company-settings.ts';
import { createKnownConnections } from './log/connections.ts';
import { followLog, type Start } from './log/follow-log.ts';
import { createOutcomes } from './log/outcomes.ts';
import { awaitsReadModels, loadFromReadModels } from './log/read-models.ts';
import { createListener } from './log-listener.ts';
import { createAttention } from './presence/attention.ts';
import { runProcessManagers } from './process/run-process-managers.ts';
import { processManagersOf } from './process-managers.ts';
import { createVault } from './secrets/vault.ts';

/**
 * Returns what drives the connections of all companies: takes leases, opens drivers, lets messages in and out.
 * Several gateways share the connections; one that dies is replaced when its leases end.
 */
export function createGateway(deps: GatewayDeps) {
  const { eventStore, state, log, config, holderId } = deps;
  const leaseMs = config.leaseMs ?? 5_000;
  const stopper = new AbortController();
  const { signal } = stopper;
  const settings = createCompanySettings();
  const vault = createVault(config.secretKey);
  const connections = createKnownConnections();
  const outcomes = createOutcomes();
  let runningWork: Promise<unknown> = Promise.resolve();
  const dueWork = createDueWork(
    { ...deps, leaseMs, signal },
    jobsOf({ ...deps, vault, settings, outcomes, isThere: connections.has }),
  );

  const heldSessions = createHeldSessions({
    ...deps,
    leaseMs,
    vault,
    settings,
    factsOf: connections.get,
    projectorReached: awaitsReadModels(deps),
    signal,
  });
  const { sessions } = heldSessions;
  const each = createListener({ settings, connections, dueWork, heldSessions, outcomes });
  const share = createFairShare({ ...deps, leaseMs, heldSessions, settings, connections, signal });

  const attention = createAttention({
    ...deps,
    sessionOf: (id) => sessions.get(id)?.presence,
    keepOnline: () => {
      for (const session of sessions.values()) void session.presence.keepOnline();
    },
    signal,
  });

  const logFailure = (message: string) => (error: unknown) => log.error({ err: error }, message);

  /** Whether a number is on the messaging app. @throws DomainError ERR_WAPP_NOT_INITIALIZED when there is no link */
  async function checkNumber(connectionId: string, number: string) {
    const session = sessions.get(connectionId);
    if (!session?.status().connected) throw new DomainError('ERR_WAPP_NOT_INITIALIZED');
    return session.driver.checkNumber?.(number) ?? { exists: 'unknown' as const };
  }

  const load = () => loadFromReadModels(deps, { connections, settings }, signal);

  /** Sessions remember messages that the log no longer holds: they are ended, and opened again as after a start. */
  async function startAnew(): Promise<Start> {
    // Nothing is opened meanwhile on what was known of the former log.
    connections.forget();
    for (const one of await heldSessions.closeAll())
      if (one.status === 'rejected') logFailure('a session did not end cleanly')(one.reason);
    const start = await load();
    heldSessions.forgetResting();
    return start;
  }

  return {
    /** Resolves when the connections are known and are being opened. */
    async start(): Promise<void> {
      const start = await load();
      runningWork = Promise.all([
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
      stopper.abort();
      await heldSessions.closeAll();
      await runningWork;
      await sayGone(state, holderId).catch(logFailure('the others were not told of the end'));
    },
    status: () => ({
      connections: connections.size,
      sessions: [...sessions.values()].map((session) => session.status()),
    }),
    /** For measurements: hands an event over as the connection's driver does. Undefined: not driven here. */
    handlerOf: (connectionId: string) => sessions.get(connectionId)?.handler,
  };
}
