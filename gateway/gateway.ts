import { channelOf } from '../channels/known.ts';
import { DomainError } from '../domain/errors.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { retry, StoppedError, sleep } from '../domain/kernel/retry.ts';
import {
  forgetHolder,
  gatewaysAlive,
  keepGivenBack,
  keepHolder,
  sayAlive,
  sayGone,
  servedNow,
} from '../messaging/serving.ts';
import { openDriver } from './driver/open-driver.ts';
import type { GatewayDeps } from './gateway-config.ts';
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
import { fairSlots } from './scheduling/fair-slots.ts';
import { createVault } from './secrets/vault.ts';
import { connectionLease } from './session/lease.ts';
import { openSession, type Session } from './session/session.ts';
import { handledRequests } from './session/session-requests.ts';
import { createShares } from './session/shares.ts';

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
  const sessions = new Map<string, Session>();
  const opening = new Set<string>();
  /** Requests known to be carried out with nothing left to drive: `connectionId → wantedAt`. */
  const resting = new Map<string, string>();
  /** Connections of channels that this build does not know. */
  const strange = new Set<string>();
  const settings = createCompanySettings();
  const vault = createVault(config.secretKey);
  const fileSlots = fairSlots({ total: 24, ofGroup: 6, ofKey: 2 });
  const shares = createShares({ patienceMs: 2 * leaseMs });
  let connections = new Map<string, ConnectionFacts>();
  let running: Promise<unknown> = Promise.resolve();
  const dueWork = createDueWork(
    { ...deps, leaseMs, signal },
    jobsOf({ ...deps, vault, settings, isThere: (connectionId) => connections.has(connectionId) }),
  );

  const attention = createAttention({
    ...deps,
    sessionOf: (id) => sessions.get(id)?.presence,
    keepOnline: () => {
      for (const session of sessions.values()) void session.presence.keepOnline();
    },
    signal,
  });

  const projectorReached = async (position: number, either: AbortSignal): Promise<void> => {
    while (!either.aborted) {
      try {
        if (await deps.reached(position, 1_000)) return;
      } catch (error) {
        log.warn({ err: error }, 'the read models do not answer');
        await sleep(500, either);
      }
    }
    throw new StoppedError('stopped');
  };

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
    if (session && !after)
      void close(session, { logout: true }).catch(logged('a deleted connection was not closed'));
    else if (after && after.wantedAt !== before?.wantedAt) {
      if (session) void serve(session).catch(logged('a request was not served'));
      else void tryOpen(after);
    }
  }

  /** Carries out what was asked; a stopped connection is given back. */
  async function serve(session: Session): Promise<void> {
    await session.obey();
    const facts = connections.get(session.connectionId);
    if (facts?.wanted !== 'stop') return;
    resting.set(session.connectionId, facts.wantedAt);
    await close(session);
  }

  const logged = (message: string) => (error: unknown) => log.error({ err: error }, message);

  async function close(session: Session, options: { logout?: boolean } = {}): Promise<void> {
    if (sessions.get(session.connectionId) === session) sessions.delete(session.connectionId);
    const { connectionId, lease } = session;
    try {
      await session.stop(options);
    } finally {
      await lease.release();
      await (options.logout
        ? forgetHolder(state, connectionId)
        : keepGivenBack(state, connectionId, { holderId, until: new Date().toISOString() }));
    }
  }

  async function tryOpen(facts: ConnectionFacts): Promise<void> {
    const { id } = facts;
    if (signal.aborted || sessions.has(id) || opening.has(id) || resting.get(id) === facts.wantedAt) return;
    if (settings.isStopped(facts.companyId)) return;
    const channel = channelOf(facts.channel);
    if (!channel) {
      // A newer build's, which will open it; deployed back from one, it waits for its return.
      if (!strange.has(id)) log.warn({ connectionId: id, channel: facts.channel }, 'a channel unknown here');
      strange.add(id);
      return;
    }
    opening.add(id);
    try {
      const settled = await handledRequests(state, id).settled();
      const done = settled?.at === facts.wantedAt;
      if (done && (settled.halted || facts.wanted === 'stop')) {
        resting.set(id, facts.wantedAt);
        return;
      }
      const lease = await connectionLease({ state, connectionId: id, holderId, leaseMs, log });
      if (!lease) return;
      if (signal.aborted) return await lease.release();
      await keepHolder(state, id, holderId).catch(logged('who drives the connection was not kept'));
      const session = await openSession({
        ...deps,
        lease,
        vault,
        fileSlots,
        facts: () => connections.get(id) ?? facts,
        reopenWithinMs: () => settings.reopenWithinMs(facts.companyId),
        setting: (key) => settings.of(facts.companyId, key),
        projectorReached,
        channel,
        openDriver: (context) => openDriver({ ...deps, vault }, channel, context),
      }).catch(async (error: unknown) => {
        await lease.release();
        throw error;
      });
      sessions.set(id, session);
      session.prime();
      lease.lost.addEventListener('abort', () => {
        log.error({ connectionId: id, reason: String(lease.lost.reason) }, 'lease lost');
        void close(session).catch(logged('a session whose lease was lost was not closed'));
      });
      await serve(session);
    } catch (error) {
      log.error({ err: error, connectionId: id }, 'the connection could not be opened');
    } finally {
      opening.delete(id);
    }
  }

  async function keepLeases(): Promise<void> {
    while (!signal.aborted) {
      await Promise.all([...sessions.values()].map((session) => session.lease.renew()));
      // Whatever was being opened while its company was switched off is found here too. It is not logged out: what
      // the network keeps meanwhile comes when the company works again.
      for (const session of sessions.values()) {
        const facts = connections.get(session.connectionId);
        if (facts && settings.isStopped(facts.companyId))
          void close(session).catch(logged('a session of a company that was switched off was not closed'));
      }
      await sleep(leaseMs / 5, signal);
    }
  }

  /** Takes what nobody drives and gives up what is beyond its share, beside the renewals. */
  async function keepShare(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await sayAlive(state, holderId, leaseMs);
        const [alive, served] = await Promise.all([gatewaysAlive(state), servedNow(state)]);
        if (signal.aborted) return;
        shareOut(alive, served);
        failures = 0;
      } catch (error) {
        if (failures++ === 0) log.warn({ err: error }, 'the gateways do not know of each other');
      }
      await sleep(leaseMs / 5, signal);
    }
  }

  function shareOut(alive: ReadonlySet<string>, served: ReadonlyMap<string, string>): void {
    const wanted = [...connections.values()].filter(
      ({ id, wantedAt, companyId }) => resting.get(id) !== wantedAt && !settings.isStopped(companyId),
    );
    const idle = [...sessions.values()]
      .map((session) => session.status())
      .filter(({ connected }) => connected)
      .sort((a, b) => a.inbound + a.outbound - b.inbound - b.outbound);
    const { take, give } = shares.round({
      ...{ self: holderId, alive, served, opening },
      wanted: wanted.map(({ id }) => id),
      mine: [...sessions.keys()],
      movable: idle.map(({ connectionId }) => connectionId),
    });
    for (const id of take) {
      const facts = connections.get(id);
      if (facts) void tryOpen(facts);
    }
    for (const id of give) {
      const session = sessions.get(id);
      if (!session) continue;
      log.info({ connectionId: id }, 'the connection is given up to another gateway, which has fewer');
      void close(session).catch(logged('a connection was not given up cleanly'));
    }
  }

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
    const ended = await Promise.allSettled([...sessions.values()].map((session) => close(session)));
    for (const one of ended)
      if (one.status === 'rejected') logged('a session did not end cleanly')(one.reason);
    const start = await fromReadModels();
    resting.clear();
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
        keepLeases(),
        keepShare(),
        dueWork.run(),
        runProcessManagers({ ...deps, leaseMs, signal }, processManagersOf(deps)),
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
      await Promise.allSettled([...sessions.values()].map((session) => close(session)));
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
