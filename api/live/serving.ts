import { channels } from '../../contract/channels.ts';
import type { GatewayView } from '../../contract/connection.ts';
import { createRounds } from '../../domain/kernel/rounds.ts';
import { readQrCode } from '../../messaging/pairing.ts';
import { lastServed, servedNow } from '../../messaging/serving.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { connectionViewOf } from '../connections/view.ts';
import type { ApiDeps } from '../deps.ts';
import type { Names } from '../names/names.ts';
import type { Announcer } from './item.ts';

/** A connection that changes hands, or whose gateway starts anew, has nobody for a moment: that is no news. */
const graceMs = 8_000;
/** What a browser missed while its line was away is said again. */
const repeatMs = 15_000;
const lookMs = 2_000;
/** Who asks several times within a moment is told the same. */
const freshMs = 500;

const aliveGateway: GatewayView = { alive: true, seenAt: null };

type Asked = Pick<ConnectionDocument, 'id' | 'wanted' | 'wantedAt'>;
interface Listeners extends Pick<ApiDeps, 'readStore'> {
  readonly hub: Announcer;
  readonly names: Names;
}
export type Serving = ReturnType<typeof createServing>;

/** Returns how the leases are read: who asks several times within a moment is told the same. */
function createLeaseReader(state: ApiDeps['state']): () => Promise<ReadonlyMap<string, string>> {
  let seen: { at: number; leases: Promise<ReadonlyMap<string, string>> } | undefined;
  return () => {
    const at = performance.now();
    if (seen === undefined || at - seen.at > freshMs) seen = { at, leases: servedNow(state) };
    const { leases } = seen;
    leases.catch(() => {
      seen = undefined;
    });
    return leases;
  };
}

/** Returns how a connection stands that no lease names. */
async function withoutGateway(
  state: ApiDeps['state'],
  { id, wanted, wantedAt }: Asked,
  grace: number,
): Promise<GatewayView> {
  // Whoever switched it off wants nobody to drive it.
  if (wanted === 'stop') return aliveGateway;
  const seenAt = (await lastServed(state, id)) ?? null;
  const gone = (await state.now()) - Date.parse(seenAt ?? wantedAt) >= grace;
  return gone ? { alive: false, seenAt } : aliveGateway;
}

/**
 * Whether a gateway drives each connection, as its lease says: what the last event says of a connection nobody takes
 * back when the gateway dies. No event stands behind it, so each process that has subscribers looks at the leases, all
 * of them in one call every two seconds, and tells its own what changed.
 */
export function createServing(deps: Pick<ApiDeps, 'state' | 'log'> & { graceMs?: number; lookMs?: number }) {
  const { state, log } = deps;
  const grace = deps.graceMs ?? graceMs;
  const readLeases = createLeaseReader(state);
  /** Undefined: not looked yet. */
  let before: ReadonlyMap<string, string> | undefined;
  /** Without a gateway when last looked at, or about to be: since when, and when that was last told. */
  const missingConnections = new Map<string, { toldAt: number | undefined }>();
  let rounds: ReturnType<typeof createRounds> | undefined;

  async function compare(now: ReadonlyMap<string, string>, listeners: Listeners): Promise<void> {
    const { hub, names, readStore } = listeners;
    const load = async (ids: readonly string[]) =>
      (await readStore.load('connections', ids)).filter(({ deleted }) => !deleted) as ConnectionDocument[];
    /** Browsers of this process are told how the connection stands now. */
    async function tell({ companyId, id }: ConnectionDocument, gateway: GatewayView): Promise<void> {
      const companyNames = await names.company(companyId);
      // Read last: a phone may be paired at this moment, and what is told late takes the place of what is newer.
      const [kept, [connection]] = await Promise.all([readQrCode(state, id), load([id])]);
      if (connection === undefined) return;
      const code = connection.status === 'qrcode' ? kept : undefined;
      hub.tell({
        companyId,
        channel: channels.whatsapp(companyId),
        action: 'update',
        id,
        room: undefined,
        after: undefined,
        documentFor: (viewer) => connectionViewOf(connection, companyNames, viewer, code, gateway),
      });
    }

    const were = before ?? now;
    before = now;
    for (const id of were.keys())
      if (!now.has(id) && !missingConnections.has(id)) missingConnections.set(id, { toldAt: undefined });
    const back: string[] = [];
    for (const id of now.keys()) {
      const missing = missingConnections.get(id);
      missingConnections.delete(id);
      if (missing ? missing.toldAt !== undefined : !were.has(id)) back.push(id);
    }
    for (const connection of await load(back)) await tell(connection, aliveGateway);
    const due = [...missingConnections].filter(
      ([, { toldAt: told }]) => told === undefined || performance.now() - told >= repeatMs,
    );
    const left = new Map(
      (await load(due.map(([id]) => id))).map((connection) => [connection.id, connection]),
    );
    for (const [id] of due) {
      const connection = left.get(id);
      if (connection === undefined || connection.wanted === 'stop') {
        missingConnections.delete(id);
        continue;
      }
      const gateway = await withoutGateway(state, connection, grace);
      if (gateway.alive) continue;
      missingConnections.set(id, { toldAt: performance.now() });
      await tell(connection, gateway);
    }
  }

  async function look(listeners: Listeners): Promise<void> {
    if (listeners.hub.subscribers() > 0) await compare(await readLeases(), listeners);
  }

  return {
    start(listeners: Listeners): void {
      rounds = createRounds(() => look(listeners), {
        pauseMs: deps.lookMs ?? lookMs,
        onFailure: (err) => log.warn({ err }, 'who drives which connection is not known'),
      });
      rounds.start();
    },
    stop: (): void => rounds?.stop(),
    /** Returns whether a gateway drives the connection, and since when none does; where nobody knows, that one does. */
    async of(connection: Asked): Promise<GatewayView> {
      const { id } = connection;
      try {
        if ((await readLeases()).has(id)) return aliveGateway;
        const gateway = await withoutGateway(state, connection, grace);
        // Watched from here on: its lease may have ended a moment ago, or it may come back.
        if (!missingConnections.has(id) || !gateway.alive)
          missingConnections.set(id, { toldAt: gateway.alive ? undefined : performance.now() });
        return gateway;
      } catch (err) {
        log.warn({ err, connectionId: id }, 'who drives the connection is not known');
        return aliveGateway;
      }
    },
  };
}
