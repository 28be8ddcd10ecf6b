import type { Logger } from 'pino';
import { sleep } from '../domain/kernel/retry.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { gatewaysAlive, sayAlive, servedNow } from '../messaging/serving.ts';
import type { HeldSessions } from './held-sessions.ts';
import type { CompanySettings } from './log/company-settings.ts';
import type { KnownConnections } from './log/connections.ts';
import { createShares } from './session/shares.ts';

/** Returns what keeps the leases of what this gateway drives, and takes and gives up connections so that every gateway has its share. */
export function createFairShare(deps: {
  readonly state: StateStore;
  readonly holderId: string;
  readonly leaseMs: number;
  readonly heldSessions: HeldSessions;
  readonly settings: Pick<CompanySettings, 'isStopped'>;
  readonly connections: Pick<KnownConnections, 'get' | 'all'>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}) {
  const { state, holderId, leaseMs, heldSessions, settings, connections, log, signal } = deps;
  const { sessions } = heldSessions;
  const shares = createShares({ patienceMs: 2 * leaseMs });

  function shareOut(
    aliveGateways: ReadonlySet<string>,
    servedConnections: ReadonlyMap<string, string>,
  ): void {
    const wantedConnections = [...connections.all()].filter(
      (facts) => !heldSessions.isResting(facts) && !settings.isStopped(facts.companyId),
    );
    const idle = [...sessions.values()]
      .map((session) => session.status())
      .filter(({ connected }) => connected)
      .sort((a, b) => a.inbound + a.outbound - b.inbound - b.outbound);
    const { take, give } = shares.round({
      self: holderId,
      alive: aliveGateways,
      served: servedConnections,
      opening: heldSessions.opening,
      wanted: wantedConnections.map(({ id }) => id),
      mine: [...sessions.keys()],
      movable: idle.map(({ connectionId }) => connectionId),
    });
    for (const id of take) {
      const facts = connections.get(id);
      if (facts) void heldSessions.tryOpen(facts);
    }
    for (const id of give) {
      const session = sessions.get(id);
      if (!session) continue;
      log.info({ connectionId: id }, 'the connection is given up to another gateway, which has fewer');
      heldSessions.closeSoon(session, 'a connection was not given up cleanly');
    }
  }

  return {
    async keepLeases(): Promise<void> {
      while (!signal.aborted) {
        await Promise.all([...sessions.values()].map((session) => session.lease.renew()));
        // Whatever was being opened while its company was switched off is found here too. It is not logged out: what
        // the network keeps meanwhile comes when the company works again.
        for (const session of sessions.values()) {
          const facts = connections.get(session.connectionId);
          if (facts && settings.isStopped(facts.companyId))
            heldSessions.closeSoon(session, 'a session of a company that was switched off was not closed');
        }
        await sleep(leaseMs / 5, signal);
      }
    },
    /** Takes what nobody drives and gives up what is beyond its share, beside the renewals. */
    async keepShare(): Promise<void> {
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
    },
  };
}
