import type { Channel } from '../channels/channel.ts';
import { channelOf } from '../channels/known.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { forgetHolder, keepGivenBack, keepHolder } from '../messaging/serving.ts';
import { openDriver } from './driver/open-driver.ts';
import type { GatewayDeps } from './gateway-config.ts';
import type { CompanySettings } from './log/company-settings.ts';
import type { ConnectionFacts } from './log/connections.ts';
import { fairSlots } from './scheduling/fair-slots.ts';
import { connectionLease } from './session/lease.ts';
import { openSession, type Session } from './session/session.ts';
import { handledRequests } from './session/session-requests.ts';

export interface HeldSessionsDeps extends GatewayDeps {
  readonly leaseMs: number;
  readonly vault: Vault;
  readonly settings: CompanySettings;
  /** A connection as the log tells it now. */
  readonly factsOf: (connectionId: string) => ConnectionFacts | undefined;
  readonly projectorReached: (position: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Returns what opens what this gateway may drive: takes the lease, and begins the session under it. */
function createOpener(deps: HeldSessionsDeps) {
  const { state, log, holderId, leaseMs, vault, settings, factsOf, signal } = deps;
  /** Connections of channels that this build does not know. */
  const strange = new Set<string>();
  const fileSlots = fairSlots({ total: 24, ofGroup: 6, ofKey: 2 });

  /** A newer build's channel opens there; deployed back from one, its connections wait for its return. */
  function knownChannel({ id, channel: name }: ConnectionFacts): Channel | undefined {
    const channel = channelOf(name);
    if (channel) return channel;
    if (!strange.has(id)) log.warn({ connectionId: id, channel: name }, 'a channel unknown here');
    strange.add(id);
    return undefined;
  }

  /** Returns the session; `resting`: nothing is left to drive; undefined: another gateway drives it. */
  async function open(facts: ConnectionFacts, channel: Channel): Promise<Session | 'resting' | undefined> {
    const { id } = facts;
    const settled = await handledRequests(state, id).settled();
    if (settled?.at === facts.wantedAt && (settled.halted || facts.wanted === 'stop')) return 'resting';
    const lease = await connectionLease({ state, connectionId: id, holderId, leaseMs, log });
    if (!lease) return undefined;
    if (signal.aborted) {
      await lease.release();
      return undefined;
    }
    await keepHolder(state, id, holderId).catch((error: unknown) =>
      log.error({ err: error }, 'who drives the connection was not kept'),
    );
    return openSession({
      ...deps,
      lease,
      fileSlots,
      facts: () => factsOf(id) ?? facts,
      reopenWithinMs: () => settings.reopenWithinMs(facts.companyId),
      setting: (key) => settings.of(facts.companyId, key),
      channel,
      openDriver: (context) => openDriver({ ...deps, vault }, channel, context),
    }).catch(async (error: unknown) => {
      await lease.release();
      throw error;
    });
  }

  return { knownChannel, open };
}

/** Returns the sessions of this gateway: one is opened where the lease is free and something is wanted, and given back with its lease. */
export function createHeldSessions(deps: HeldSessionsDeps) {
  const { state, log, holderId, settings, factsOf, signal } = deps;
  const opener = createOpener(deps);
  const sessions = new Map<string, Session>();
  const openingIds = new Set<string>();
  /** Deleted while they were being opened. */
  const deletedIds = new Set<string>();
  /** Requests known to be carried out with nothing left to drive: `connectionId → wantedAt`. */
  const resting = new Map<string, string>();

  const logFailure = (message: string) => (error: unknown) => log.error({ err: error }, message);

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

  /** Carries out what was asked; a stopped connection is given back. */
  async function serve(session: Session): Promise<void> {
    await session.obey();
    const facts = factsOf(session.connectionId);
    if (facts?.wanted !== 'stop') return;
    resting.set(session.connectionId, facts.wantedAt);
    await close(session);
  }

  const isResting = ({ id, wantedAt }: ConnectionFacts): boolean => resting.get(id) === wantedAt;

  async function tryOpen(facts: ConnectionFacts): Promise<void> {
    const { id } = facts;
    if (signal.aborted || sessions.has(id) || openingIds.has(id) || isResting(facts)) return;
    if (settings.isStopped(facts.companyId)) return;
    const channel = opener.knownChannel(facts);
    if (!channel) return;
    openingIds.add(id);
    try {
      const session = await opener.open(facts, channel);
      if (session === 'resting') resting.set(id, facts.wantedAt);
      if (session === undefined || session === 'resting') return;
      const { lost } = session.lease;
      sessions.set(id, session);
      session.prime();
      lost.addEventListener('abort', () => {
        log.error({ connectionId: id, reason: String(lost.reason) }, 'lease lost');
        closeSoon(session, 'a session whose lease was lost was not closed');
      });
      await (deletedIds.has(id) ? close(session, { logout: true }) : serve(session));
    } catch (error) {
      log.error({ err: error, connectionId: id }, 'the connection could not be opened');
    } finally {
      openingIds.delete(id);
      deletedIds.delete(id);
    }
  }

  /** Closes without being waited for. @param failure what is logged when it does not end cleanly */
  function closeSoon(session: Session, failure: string, options?: { logout?: boolean }): void {
    void close(session, options).catch(logFailure(failure));
  }

  return {
    sessions: sessions as ReadonlyMap<string, Session>,
    opening: openingIds as ReadonlySet<string>,
    isResting,
    tryOpen,
    closeSoon,
    /** The connection was deleted: its session ends, also one that is only being opened, and its pairing with it. */
    endSoon(id: string): void {
      const session = sessions.get(id);
      if (session) closeSoon(session, 'a deleted connection was not closed', { logout: true });
      else if (openingIds.has(id)) deletedIds.add(id);
    },
    serveSoon: (session: Session): void => void serve(session).catch(logFailure('a request was not served')),
    closeAll: () => Promise.allSettled([...sessions.values()].map((session) => close(session))),
    /** Of another log nobody knows which requests were carried out. */
    forgetResting: () => resting.clear(),
  };
}
export type HeldSessions = ReturnType<typeof createHeldSessions>;
