import type { FastifyBaseLogger } from 'fastify';
import type { Desk } from '../../../domain/desk/desk.ts';
import { isDomainError } from '../../../domain/errors.ts';
import { createRounds } from '../../../domain/kernel/rounds.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { ReadStore } from '../../../projections/ports/read-store.ts';
import type { ApiDeps } from '../../deps.ts';
import { createPace, derivedId } from '../../http/commands.ts';
import { type ImportJob, importJobs, mostErrors } from './jobs.ts';
import { knownRows } from './known-rows.ts';
import type { ImportRow, RowError } from './rows.ts';

/** Who has not written for this long is taken for dead, and another process goes on. */
const deadMs = 20_000;
const sweepMs = 10_000;
/** Enough to fill the store's group commits, few enough that agents' commands do not queue behind them. */
const atOnce = 64;
/** Chunks under way, so that the last rows of one do not keep the others waiting. */
const chunksAhead = 2;
/** Imports that this process works on; the others wait for their turn. */
const mostRuns = 2;

type Outcome = { readonly position: number } & (
  | { readonly is: 'created' | 'existing' }
  | { readonly is: 'refused'; readonly error: RowError }
);

type Outcomes = readonly Outcome[];
type Entry = NonNullable<Awaited<ReturnType<ReturnType<typeof importJobs>['put']>>>;

const refusedOf = (outcomes: Outcomes): readonly RowError[] =>
  outcomes.flatMap((outcome) => (outcome.is === 'refused' ? [outcome.error] : []));

function countOutcomes(job: ImportJob, outcomes: Outcomes): ImportJob {
  const count = (is: Outcome['is']) => outcomes.filter((outcome) => outcome.is === is).length;
  return {
    ...job,
    created: job.created + count('created'),
    existing: job.existing + count('existing'),
    refused: job.refused + count('refused'),
    errors: [...job.errors, ...refusedOf(outcomes)].slice(0, mostErrors),
    position: Math.max(job.position, ...outcomes.map(({ position }) => position)),
  };
}

/** Returns a runner of tasks, at most so many at once, in the order they came. */
function createSlots(most: number) {
  const waiters: (() => void)[] = [];
  let freeSlots = most;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => waiters.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiters.shift();
      if (next) next();
      else freeSlots += 1;
    }
  };
}

interface ImportDeps {
  readonly desk: Desk;
  readonly state: StateStore;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly reached: ApiDeps['reached'];
}

/** Resolves with what became of a row. @param isUnknown the read models know nobody with its number */
async function importRow(
  desk: Desk,
  job: ImportJob,
  { row, name, number, email }: ImportRow,
  isUnknown: boolean,
): Promise<Outcome> {
  // Without what it says: the row is in memory, and whose it is may be erased before this is kept.
  const refused = (code: RowError['code']): Outcome => ({
    is: 'refused',
    position: 0,
    error: { row, field: 'number', code, value: '' },
  });
  if (number === '') return refused('erased');
  const context = {
    companyId: job.companyId,
    actor: { kind: 'user', ...job.by } as const,
    commandId: derivedId('contact-import', job.companyId, job.id, String(row)),
    correlationId: job.id,
  };
  try {
    const { position } = await desk.contacts.create(context, {
      name,
      number,
      email,
      isUnknown,
      origin: 'import',
      knownSince: new Date(job.at).toISOString(),
    });
    return { is: 'created', position };
  } catch (error) {
    if (isDomainError(error, 'ERR_DUPLICATED_CONTACT')) return { is: 'existing', position: 0 };
    if (isDomainError(error, 'ERR_CONTACT_ERASED')) return refused('erased');
    if (!isDomainError(error, 'ERR_VALIDATION')) throw error;
    return refused('refused');
  }
}

/**
 * Returns what carries single imports out through the same commands as a person's. Every command has an id made from
 * the import and the row: whatever is done a second time after a death, or by two processes at once, is the same
 * contact.
 */
function importRunner(
  { desk, state, readStore, reached }: ImportDeps,
  jobs: ReturnType<typeof importJobs>,
  stopSignal: AbortSignal,
) {
  /** Begins chunks in their order, the next one before the last rows of the one before are done. */
  function beginChunks(job: ImportJob) {
    const slots = createSlots(atOnce);
    const ahead: Promise<Outcomes>[] = [];
    let begunChunk = job.done;
    let ended = false;
    const importChunk = async (chunk: number): Promise<Outcomes> => {
      const rows = await jobs.rows(job, chunk);
      const known = await knownRows(readStore.forCompany(job.companyId), rows);
      const numbers = new Set(known.map(({ number }) => number));
      const outcomes = await Promise.all(
        rows.map((row) =>
          slots(async () =>
            ended || stopSignal.aborted ? undefined : importRow(desk, job, row, !numbers.has(row.number)),
          ),
        ),
      );
      const done = outcomes.filter((outcome) => outcome !== undefined);
      await jobs.refuse(job, chunk, refusedOf(done));
      return done;
    };
    return {
      next: (): Promise<Outcomes> => {
        for (; begunChunk < job.chunks && ahead.length < chunksAhead; begunChunk++) {
          const chunk = importChunk(begunChunk);
          // One that fails before its turn is heard of in its turn.
          chunk.catch(() => undefined);
          ahead.push(chunk);
        }
        return ahead.shift() ?? Promise.resolve([]);
      },
      /** Begins no row more. Returns what was done of the chunks that nobody has taken. */
      end: async (): Promise<Outcomes> => {
        ended = true;
        return (await Promise.allSettled(ahead.splice(0))).flatMap((chunk) =>
          chunk.status === 'fulfilled' ? chunk.value : [],
        );
      },
    };
  }

  /** Returns whether it is finished now. */
  async function carryOut(entry: Entry, chunks: ReturnType<typeof beginChunks>): Promise<boolean> {
    let { value, version } = entry;
    const paced = createPace({ reached }, stopSignal);
    for (;;) {
      const cancelled = await jobs.isCancelled(value);
      const outcomes = await (cancelled ? chunks.end() : chunks.next());
      // A chunk that a stop cut short is begun again.
      if (stopSignal.aborted) {
        await jobs.put({ ...value, beatAt: 0 }, version);
        return false;
      }
      const job = countOutcomes(value, outcomes);
      const done = value.done + 1;
      const next: ImportJob = cancelled
        ? { ...job, status: 'cancelled' }
        : { ...job, done, status: done >= job.chunks ? 'done' : 'running', beatAt: await state.now() };
      const written = await jobs.put(next, version);
      if (!written) return false;
      ({ value, version } = written);
      if (value.status === 'running') {
        await paced(value.position);
        continue;
      }
      await jobs.finish(value);
      return true;
    }
  }

  /** Returns true when it is finished now; false when another process has it, or this one stops. */
  return async function run(companyId: string, id: string): Promise<boolean> {
    const entry = await jobs.get(companyId, id);
    if (entry?.value.status !== 'running') {
      if (entry) await jobs.finish(entry.value);
      return false;
    }
    if ((await state.now()) - entry.value.beatAt < deadMs) return false;
    const taken = await jobs.put({ ...entry.value, beatAt: await state.now() }, entry.version);
    if (!taken) return false;
    const chunks = beginChunks(taken.value);
    try {
      return await carryOut(taken, chunks);
    } finally {
      await chunks.end();
    }
  };
}

/** Returns what runs the imports of every process: each at most once at a time, and few of them in this process. */
export function createImports({
  desk,
  state,
  readStore,
  reached,
  log,
}: ImportDeps & { readonly log: FastifyBaseLogger }) {
  const jobs = importJobs(state);
  const stopper = new AbortController();
  const run = importRunner({ desk, state, readStore, reached }, jobs, stopper.signal);
  const activeImports = new Map<string, Promise<void>>();

  /** At most one run of an import in this process, and few in all; a failure is left to the next sweep. */
  function begin(companyId: string, id: string): void {
    const key = `${companyId}/${id}`;
    if (activeImports.has(key) || activeImports.size >= mostRuns || stopper.signal.aborted) return;
    const runningImport = run(companyId, id)
      .catch((error: unknown) => {
        log.error({ err: error, importId: id }, 'an import stopped; it will be taken up again');
        return false;
      })
      .then(async (finished) => {
        activeImports.delete(key);
        // Who waits has its turn at once; what failed, or is somebody else's, is looked at with the next sweep.
        if (finished) await takeUp().catch(notLookedFor);
      });
    activeImports.set(key, runningImport);
  }

  const notLookedFor = (error: unknown) =>
    log.warn({ err: error }, 'unfinished imports could not be looked for');
  async function takeUp(): Promise<void> {
    for (const { companyId, id } of await jobs.unfinished()) begin(companyId, id);
  }
  const sweeps = createRounds(takeUp, { pauseMs: sweepMs, onFailure: notLookedFor });

  return {
    add: async (...job: Parameters<typeof jobs.add>): Promise<ImportJob> => {
      const added = await jobs.add(...job);
      begin(added.companyId, added.id);
      return added;
    },
    get: async (companyId: string, id: string) => (await jobs.get(companyId, id))?.value,
    list: jobs.list,
    errors: jobs.errors,
    cancel: jobs.cancel,
    /** Takes up what others left behind, now and from time to time. */
    start: sweeps.start,
    close: async (): Promise<void> => {
      stopper.abort();
      sweeps.stop();
      await Promise.all(activeImports.values());
    },
  };
}
