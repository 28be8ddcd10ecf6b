import type { FastifyBaseLogger } from 'fastify';
import type { Desk } from '../../../domain/desk/desk.ts';
import { isDomainError } from '../../../domain/errors.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import { derivedId } from '../../http/commands.ts';
import { type ImportJob, importJobs, mostErrors } from './jobs.ts';
import type { ImportRow, RowError } from './rows.ts';

/** Who has not written for this long is taken for dead, and another process goes on. */
const deadMs = 20_000;
const sweepMs = 10_000;
/** Enough to fill the store's group commits, few enough that agents' commands do not queue behind them. */
const atOnce = 8;
/** Imports that this process works on; the others wait for their turn. */
const mostRuns = 2;

type Outcome = { readonly position: number } & (
  | { readonly is: 'created' | 'existing' }
  | { readonly is: 'refused'; readonly error: RowError }
);

interface ImportDeps {
  readonly desk: Desk;
  readonly state: StateStore;
}

/**
 * Carries single imports out through the same commands as a person's. Every command has an id made from the import and
 * the row: whatever is done a second time after a death, or by two processes at once, is the same contact.
 */
function importRunner(
  { desk, state }: ImportDeps,
  jobs: ReturnType<typeof importJobs>,
  stopping: AbortSignal,
) {
  async function importRow(job: ImportJob, { row, name, number, email }: ImportRow): Promise<Outcome> {
    const context = {
      companyId: job.companyId,
      actor: { kind: 'user', ...job.by } as const,
      commandId: derivedId('contact-import', job.companyId, job.id, String(row)),
      correlationId: job.id,
    };
    try {
      const { position } = await desk.contacts.create(context, { name, number, email, origin: 'import' });
      return { is: 'created', position };
    } catch (error) {
      if (isDomainError(error, 'ERR_DUPLICATED_CONTACT')) return { is: 'existing', position: 0 };
      if (!isDomainError(error, 'ERR_VALIDATION')) throw error;
      return { is: 'refused', position: 0, error: { row, field: 'number', code: 'refused', value: number } };
    }
  }

  async function importChunk(job: ImportJob): Promise<ImportJob> {
    const rows = [...(await jobs.rows(job, job.done))];
    const outcomes: Outcome[] = [];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let row = rows.shift(); row && !stopping.aborted; row = rows.shift())
          outcomes.push(await importRow(job, row));
      }),
    );
    const count = (is: Outcome['is']) => outcomes.filter((outcome) => outcome.is === is).length;
    const errors = outcomes.flatMap((outcome) => (outcome.is === 'refused' ? [outcome.error] : []));
    await jobs.refuse(job, job.done, errors);
    return {
      ...job,
      done: job.done + 1,
      created: job.created + count('created'),
      existing: job.existing + count('existing'),
      refused: job.refused + errors.length,
      errors: [...job.errors, ...errors].slice(0, mostErrors),
      position: Math.max(job.position, ...outcomes.map(({ position }) => position)),
    };
  }

  /** Returns true when it is finished now; false when another process has it, or this one stops. */
  return async function run(companyId: string, id: string): Promise<boolean> {
    let entry = await jobs.get(companyId, id);
    if (entry?.value.status !== 'running') {
      if (entry) await jobs.finish(entry.value);
      return false;
    }
    if ((await state.now()) - entry.value.beatAt < deadMs) return false;
    entry = await jobs.put({ ...entry.value, beatAt: await state.now() }, entry.version);
    while (entry && !stopping.aborted) {
      if (await jobs.isCancelled(entry.value)) {
        const ended = await jobs.put({ ...entry.value, status: 'cancelled' }, entry.version);
        if (ended) await jobs.finish(ended.value);
        return ended !== undefined;
      }
      const job = await importChunk(entry.value);
      // A chunk that a stop cut short is begun again.
      if (stopping.aborted) {
        await jobs.put({ ...entry.value, beatAt: 0 }, entry.version);
        return false;
      }
      const status = job.done >= job.chunks ? 'done' : 'running';
      const written = await jobs.put({ ...job, status, beatAt: await state.now() }, entry.version);
      if (written && status === 'done') {
        await jobs.finish(written.value);
        return true;
      }
      entry = written;
    }
    return false;
  };
}

/** Runs the imports of every process: each at most once at a time, and few of them in this process. */
export function createImports({ desk, state, log }: ImportDeps & { readonly log: FastifyBaseLogger }) {
  const jobs = importJobs(state);
  const stopping = new AbortController();
  const run = importRunner({ desk, state }, jobs, stopping.signal);
  const active = new Map<string, Promise<void>>();
  let sweeping: NodeJS.Timeout | undefined;

  /** At most one run of an import in this process, and few in all; a failure is left to the next sweep. */
  function begin(companyId: string, id: string): void {
    const key = `${companyId}/${id}`;
    if (active.has(key) || active.size >= mostRuns || stopping.signal.aborted) return;
    const running = run(companyId, id)
      .catch((error: unknown) => {
        log.error({ err: error, importId: id }, 'an import stopped; it will be taken up again');
        return false;
      })
      .then(async (finished) => {
        active.delete(key);
        // Who waits has its turn at once; what failed, or is somebody else's, is looked at with the next sweep.
        if (finished) await takeUp();
      });
    active.set(key, running);
  }

  async function takeUp(): Promise<void> {
    try {
      for (const { companyId, id } of await jobs.unfinished()) begin(companyId, id);
    } catch (error) {
      log.warn({ err: error }, 'unfinished imports could not be looked for');
    }
  }

  async function sweep(): Promise<void> {
    await takeUp();
    if (!stopping.signal.aborted) sweeping = setTimeout(() => void sweep(), sweepMs).unref();
  }

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
    start: () => void sweep(),
    close: async (): Promise<void> => {
      stopping.abort();
      clearTimeout(sweeping);
      await Promise.all(active.values());
    },
  };
}
