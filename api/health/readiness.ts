import { countParkedEvents } from '../../messaging/parked.ts';
import type { ApiDeps, ProjectorStatus } from '../deps.ts';

const patienceMs = 2_000;
/** Read models further behind than this, or left by their projector for so long, show users an old world. */
const worstLagMs = 30_000;
/** Parked events are counted up to here. */
const mostCounted = 100;

/** All that a stranger is told about a store. What its engine says (paths, hosts, users) goes to the log. */
export type StoreState = 'ok' | 'timeout' | 'disk full' | 'unreachable' | 'denied' | 'failed';

class LateError extends Error {
  override readonly name = 'LateError';
}

const within = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`no answer in ${patienceMs} ms`)), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

interface Cause {
  name?: unknown;
  code?: unknown;
  errcode?: unknown;
  message?: unknown;
}
function* causes(error: unknown): Generator<Cause> {
  let cause = error;
  for (let depth = 0; depth < 10 && typeof cause === 'object' && cause !== null; depth++) {
    yield cause;
    cause = 'cause' in cause ? cause.cause : undefined;
  }
}
/** Returns the number of a gRPC call's failure; other engines' codes may be the same numbers. */
const grpcCode = (cause: Cause) =>
  typeof cause.code === 'number' && ('metadata' in cause || '_raw' in cause) ? cause.code : undefined;
/** What gRPC's numbers say: 4 its deadline passed, 7 and 16 who asks may not, 14 nobody is there. */
const grpcStates: Readonly<Record<number, StoreState>> = {
  4: 'timeout',
  7: 'denied',
  14: 'unreachable',
  16: 'denied',
};
const sqliteCode = (errcode: unknown) => (typeof errcode === 'number' ? errcode & 0xff : 0);

export function stateOf(error: unknown): StoreState {
  for (const cause of causes(error)) {
    const { name, code, errcode, message } = cause;
    const called = grpcStates[grpcCode(cause) ?? 0];
    if (called) return called;
    // A cluster of which no member answers.
    if (/^Failed to discover after/.test(String(message))) return 'unreachable';
    if (name === 'LateError') return 'timeout';
    if (code === 'ENOSPC' || code === 'EDQUOT' || sqliteCode(errcode) === 13) return 'disk full';
    if (
      /^(ENOENT|ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH)$/.test(String(code)) ||
      /^Mongo(Network|ServerSelection)/.test(String(name)) ||
      sqliteCode(errcode) === 14
    )
      return 'unreachable';
  }
  return 'failed';
}

/** Whether a store is away for now, and it is no defect of ours: worth asking again. */
export const isOutage = (error: unknown): boolean =>
  [...causes(error)].some(
    ({ name, code, errcode }) =>
      /^(ENOSPC|EDQUOT|ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH)$/.test(String(code)) ||
      /^Mongo(Network|ServerSelection)/.test(String(name)) ||
      // Busy, locked, input and output, full, cannot be opened.
      [5, 6, 10, 13, 14].includes(sqliteCode(errcode)),
  );

/**
 * Returns how folding stands. In a change of projectors nobody folds for some seconds: what is shown stays right for so
 * long, and sending everybody away would make an outage of it. It is not 'ok' all the same.
 */
function foldingStatus({ prepared, failing, lagMs = 0, parked, running, unattendedMs }: ProjectorStatus) {
  if (!prepared) return 'starting';
  if (failing !== undefined || lagMs > worstLagMs || unattendedMs > worstLagMs) return 'unavailable';
  return parked > 0 || !running ? 'degraded' : 'ok';
}

/** Returns what `/readyz` says: whether this process can do its work, and in one word for each store why not. */
export function createReadiness({
  eventStore,
  readStore,
  state,
  projectorStatus,
  stopping,
  log,
}: Pick<ApiDeps, 'eventStore' | 'readStore' | 'state' | 'projectorStatus' | 'stopping' | 'log'>) {
  const before = new Map<string, StoreState>();
  /** A probe comes every few seconds: only a change is worth a line. */
  const note = (store: string, now: StoreState, err?: unknown) => {
    if (now !== (before.get(store) ?? 'ok'))
      if (now === 'ok') log.info({ store }, 'a store works again');
      else log.error({ store, state: now, err }, 'a store does not work');
    before.set(store, now);
    return [store, now] as const;
  };
  const probe = async (store: string, work: () => Promise<unknown>) => {
    try {
      await within(work());
      return note(store, 'ok');
    } catch (err) {
      return note(store, stateOf(err), err);
    }
  };

  return async () => {
    const stores = Object.fromEntries(
      await Promise.all([
        probe('eventStore', () => eventStore.ping()),
        probe('readStore', () => readStore.ping()),
        probe('stateStore', () => state.ping()),
      ]),
    );
    const [toldStatus, parkedEvents] = await Promise.all([
      projectorStatus?.(),
      within(countParkedEvents(state, mostCounted)).catch(() => 0),
    ]);
    const projector = toldStatus && {
      lag: toldStatus.lag,
      ...(toldStatus.lagMs !== undefined && { lagMs: toldStatus.lagMs }),
      parked: toldStatus.parked,
      running: toldStatus.running,
      role: toldStatus.role,
      prepared: toldStatus.prepared,
      // Its reason is an engine's words too; the projector has logged them.
      failing: toldStatus.failing !== undefined,
    };
    const away = Object.values(stores).some((one) => one !== 'ok');
    const folding = toldStatus ? foldingStatus(toldStatus) : 'ok';
    const working = folding === 'ok' && parkedEvents > 0 ? 'degraded' : folding;
    const status = stopping?.() ? 'stopping' : away ? 'unavailable' : working;
    const processes = parkedEvents > 0 && { processes: { parked: parkedEvents } };
    return { status, stores, ...(projector && { projector }), ...processes } as const;
  };
}
