import { stateEntries } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { HeldBy } from '../domain/ports/take-lease.ts';

// What a connection's last event says is what was true when it was written. Whether anybody drives it now, the leases
// say: they end by themselves with the process that held them.

const leases = 'lease/connection/';
const livingPrefix = 'gateway/live/';
const seenKey = (holderId: string) => `gateway/seen/${holderId}`;
const holderKey = (connectionId: string) => `gateway/of/${connectionId}`;
const seenMs = 90 * 24 * 3_600_000;
const page = 2_000;

export const leaseKey = (connectionId: string) => `${leases}${connectionId}`;

export interface Holder extends HeldBy {
  readonly holderId: string;
}
/** Who drove a connection last. `until`: given back then, on purpose. */
interface LastHolder {
  readonly holderId: string;
  readonly until?: string;
}

const lives = (state: StateStore, { instance }: HeldBy): boolean =>
  instance === undefined || !state.isGone?.(instance);

/** Returns who drives each connection now: `connectionId → holderId`. Those of a process that ended are driven by nobody. */
export async function servedNow(state: StateStore): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { key, value } of stateEntries<Holder>(state, leases, page))
    if (lives(state, value)) found.set(key.slice(leases.length), value.holderId);
  return found;
}

/** Returns the gateways that live, those without any connection included: each says so several times a lease. */
export async function gatewaysAlive(state: StateStore): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const { value } of stateEntries<Holder>(state, livingPrefix, page))
    if (lives(state, value)) found.add(value.holderId);
  return found;
}

/** Says that this gateway lives, for `leaseMs` from now. */
export async function sayAlive(state: StateStore, holderId: string, leaseMs: number): Promise<void> {
  const value: Holder = { holderId, ...(state.instance && { instance: state.instance }) };
  await Promise.all([
    state.set(`${livingPrefix}${holderId}`, value, { ttlMs: leaseMs, passing: true }),
    state.set(seenKey(holderId), true, { ttlMs: seenMs, passing: true }),
  ]);
}

/** Says that this gateway is about to end: the others need not count on it. */
export async function sayGone(state: StateStore, holderId: string): Promise<void> {
  await state.set(seenKey(holderId), true, { ttlMs: seenMs });
  await state.delete(`${livingPrefix}${holderId}`);
}

export const keepHolder = (state: StateStore, connectionId: string, holderId: string) =>
  state.set<LastHolder>(holderKey(connectionId), { holderId });

/** Says that a connection was given back, if nobody has it since. */
export async function keepGivenBack(
  state: StateStore,
  connectionId: string,
  holder: Required<LastHolder>,
): Promise<void> {
  const last = await state.get<LastHolder>(holderKey(connectionId));
  if (last?.value.holderId === holder.holderId)
    await state.set<LastHolder>(holderKey(connectionId), holder, { expected: last.version });
}

export const forgetHolder = (state: StateStore, connectionId: string) =>
  state.delete(holderKey(connectionId));

/** Returns when a gateway last drove this connection, which nobody drives now; undefined: nobody knows. */
export async function lastServed(state: StateStore, connectionId: string): Promise<string | undefined> {
  const last = (await state.get<LastHolder>(holderKey(connectionId)))?.value;
  if (last === undefined || last.until !== undefined) return last?.until;
  const expiresAt = (await state.get(seenKey(last.holderId)))?.expiresAt;
  // By the store's clock: the gateway's own may be wrong.
  return expiresAt === undefined ? undefined : new Date(expiresAt - seenMs).toISOString();
}
