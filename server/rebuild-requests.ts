import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { newId } from '../domain/kernel/ids.ts';
import { retry } from '../domain/kernel/retry.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { acquireLease, type HeldLease, projectorLease } from '../projections/projector/lease.ts';

// How `npm run rebuild` asks a running projector, through the state store: a request lies there for its version of the read
// models; whoever takes it shows that it lives for as long as it works, and answers with the position reached or an error.

const requestOf = (version: string) => `rebuild/request/${version}`;
const answerOf = (id: string) => `rebuild/answer/${id}`;
const signOf = (id: string) => `rebuild/working/${id}`;
type RebuildAnswer = { readonly position: number } | { readonly error: string };

const requestMs = 600_000;
const answerMs = 3_600_000;
const askEveryMs = 2_000;
/** How long a sign of life lasts: longer than a process is ever too busy to give another. */
const defaultSignMs = 15_000;
/** Processes that are asked, one after the death of the other. */
const mostAsked = 3;

interface Requests {
  readonly state: StateStore;
  /** Of the read models. */
  readonly version: string;
  readonly signMs?: number;
}

/** Answers requests until the signal aborts: whoever may fold does what is asked for. */
export async function answerRebuilds(
  { state, version, signMs = defaultSignMs }: Requests,
  projector: { mayFold(): boolean; rebuild(): Promise<number> },
  { signal, log, everyMs = askEveryMs }: { signal: AbortSignal; log: Logger; everyMs?: number },
): Promise<void> {
  async function answerNext(): Promise<void> {
    const request = await state.get<{ id: string }>(requestOf(version));
    if (!request) return;
    const { id } = request.value;
    const show = () => state.set(signOf(id), true, { ttlMs: signMs });
    // Before it is taken: who asked never sees it gone and nobody at work.
    await show();
    if (!(await state.delete(requestOf(version), { expected: request.version }))) return;
    // One that may not fold any more is as good as dead to who waits.
    const signs = setInterval(() => {
      if (projector.mayFold())
        show().catch((error: unknown) => log.warn({ err: error }, 'a sign of life is late'));
    }, signMs / 5);
    const outcome = await projector.rebuild().then(
      (position): RebuildAnswer => ({ position }),
      (error: unknown): RebuildAnswer => {
        log.error({ err: error }, 'the rebuild that was asked for failed');
        return { error: (error as Error).message };
      },
    );
    try {
      // What was done is not undone by a store that is away for a moment.
      await retry(() => state.set(answerOf(id), outcome, { ttlMs: answerMs }), { signal });
    } finally {
      clearInterval(signs);
    }
  }

  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted || !projector.mayFold()) continue;
    await answerNext().catch((error: unknown) => log.warn({ err: error }, 'a rebuild could not be answered'));
  }
}

/** Resolves once the request lies there, after another's that does: that one is answered too. */
async function untilAsked({ state, version }: Requests, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await state.set(requestOf(version), { id }, { expected: null, ttlMs: requestMs })) return;
    await sleep(100);
  }
}

/** Resolves with whether the request, which it places, was taken; false: nobody took it for as long as it lay there, or the signal aborts. */
async function untilTaken(requests: Requests, id: string, signal: AbortSignal): Promise<boolean> {
  const { state, version } = requests;
  await untilAsked(requests, id, signal);
  while (!signal.aborted && (await state.get<{ id: string }>(requestOf(version)))?.value.id === id)
    await sleep(100);
  const hasAnswer = (await state.get(answerOf(id))) !== undefined;
  return hasAnswer || (await state.get(signOf(id))) !== undefined;
}

/** Takes one's own request back, nobody else's. */
async function takeBack({ state, version }: Requests, id: string): Promise<void> {
  const request = await state.get<{ id: string }>(requestOf(version));
  if (request?.value.id === id) await state.delete(requestOf(version), { expected: request.version });
}

/** Resolves with what the projector that took the request came to; undefined: it died meanwhile. @throws Error saying why it could not */
async function answered({ state }: Requests, id: string): Promise<number | undefined> {
  for (;;) {
    // In this order: it answers before it gives no sign any more.
    const isAlive = (await state.get(signOf(id))) !== undefined;
    const answer = (await state.get<RebuildAnswer>(answerOf(id)))?.value;
    if (answer !== undefined && 'position' in answer) return answer.position;
    if (answer !== undefined) throw new Error(answer.error);
    if (!isAlive) return undefined;
    await sleep(200);
  }
}

/** Resolves with the projector's lease where no projector runs, or with whether one took the request. */
async function leaseOrTaken(requests: Requests, id: string): Promise<HeldLease | boolean> {
  const { state, version } = requests;
  const isTaken = new AbortController();
  const leasing = acquireLease({
    state,
    key: projectorLease('main', version),
    owner: `rebuild-${id}`,
    leaseMs: 10_000,
    signal: isTaken.signal,
  });
  const isLeased = new AbortController();
  const taking = untilTaken(requests, id, isLeased.signal);
  const first = await Promise.race([leasing, taking]);
  if (typeof first === 'object') {
    isLeased.abort();
    try {
      await taking;
      await takeBack(requests, id);
      return first;
    } catch (error) {
      await first.release();
      throw error;
    }
  }
  isTaken.abort();
  // Both at once: it is theirs who took the request.
  await (await leasing)?.release();
  return first ?? false;
}

/**
 * Resolves with the position up to which all was folded anew: by a running projector, by another if that one dies, or by this
 * process where none runs. @throws Error saying why it could not
 */
export async function rebuildOrAsk(
  requests: Requests,
  rebuildHere: (signal: AbortSignal) => Promise<number>,
  say: (line: string) => void,
): Promise<number> {
  for (let asked = 1; asked <= mostAsked; asked += 1) {
    const id = newId();
    const taken = await leaseOrTaken(requests, id);
    if (typeof taken === 'object') {
      try {
        return await rebuildHere(taken.lost);
      } finally {
        await taken.release();
      }
    }
    if (!taken)
      throw new Error('no projector took it up: is one running that is of another version, or hangs?');
    const position = await answered(requests, id);
    if (position !== undefined) return position;
    say('The process that folded ended before it was done. What is shown stays as it was.');
  }
  throw new Error(`${mostAsked} processes ended while they folded; their logs may say why`);
}
