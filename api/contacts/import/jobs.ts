import { stateEntries } from '../../../domain/ports/state-entries.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { ImportRow, RowError, RowsPart } from './rows.ts';

/**
 * An import as it stands: in the state store, so that any API process can say how far it is, and another one goes on
 * when the one that began it dies. Rows lie beside it in chunks; `done` counts chunks.
 */
export interface ImportJob {
  readonly id: string;
  readonly companyId: string;
  readonly by: { readonly id: string; readonly name: string };
  /** `cancelled`: somebody ended it; what was imported until then stays. */
  readonly status: 'running' | 'done' | 'cancelled';
  /** When it was begun, by the store's clock. */
  readonly at: number;
  readonly total: number;
  readonly chunks: number;
  readonly done: number;
  readonly created: number;
  readonly existing: number;
  /** Of the file and of the commands; at most `mostErrors` of them, `refused` counts all. */
  readonly refused: number;
  readonly errors: readonly RowError[];
  /** When whoever works on it last wrote, by the store's clock. */
  readonly beatAt: number;
  /** The last event written: the read models have the whole import once they have reached it. */
  readonly position: number;
}

export const mostErrors = 200;
const keptMs = 7 * 24 * 3_600_000;
const jobs = 'contact-import/job/';
const runningPrefix = 'contact-import/running/';
const cancelKey = (companyId: string, id: string) => `contact-import/cancel/${companyId}/${id}`;
const errorsPrefix = (companyId: string, id: string) => `contact-import/errors/${companyId}/${id}/`;
const mostListed = 50;
const jobKey = (companyId: string, id: string) => `${jobs}${companyId}/${id}`;
const rowsKey = (companyId: string, id: string, chunk: number) =>
  `contact-import/rows/${companyId}/${id}/${chunk}`;
const keptFor = { ttlMs: keptMs };

export function importJobs(state: StateStore) {
  return {
    /**
     * The rows first, as they come and a part at a time; the mark of the job then, the job last: what dies on the way was
     * never promised and expires, and what is there is found and carried out. One that is there already stays as it is.
     */
    async add(
      job: Pick<ImportJob, 'id' | 'companyId' | 'by'>,
      parts: AsyncIterable<RowsPart> | Iterable<RowsPart>,
    ): Promise<ImportJob> {
      const { companyId, id } = job;
      // What it knows is of now: who is erased while the rows are read is not to come back.
      const at = await state.now();
      const firstErrors: RowError[] = [];
      let chunks = 0;
      let refusedCount = 0;
      let valid = 0;
      for await (const part of parts) {
        if (part.errors.length > 0)
          await state.set(
            `${errorsPrefix(companyId, id)}${String(refusedCount).padStart(6, '0')}`,
            part.errors,
            keptFor,
          );
        if (part.valid.length > 0) await state.set(rowsKey(companyId, id, chunks++), part.valid, keptFor);
        refusedCount += part.errors.length;
        valid += part.valid.length;
        firstErrors.push(...part.errors.slice(0, mostErrors - firstErrors.length));
      }
      const addedJob: ImportJob = {
        ...job,
        at,
        chunks,
        status: chunks === 0 ? 'done' : 'running',
        total: valid + refusedCount,
        done: 0,
        created: 0,
        existing: 0,
        refused: refusedCount,
        errors: firstErrors,
        beatAt: 0,
        position: 0,
      };
      if (chunks > 0) await state.set(`${runningPrefix}${companyId}/${id}`, { companyId, id }, keptFor);
      const added = await state.set(jobKey(companyId, id), addedJob, { ...keptFor, expected: null });
      if (added) return addedJob;
      return (await state.get<ImportJob>(jobKey(companyId, id)))?.value ?? addedJob;
    },
    get: (companyId: string, id: string) => state.get<ImportJob>(jobKey(companyId, id)),
    /** Those of the last days, the newest first. */
    async list(companyId: string): Promise<readonly ImportJob[]> {
      const all: ImportJob[] = [];
      for await (const { value } of stateEntries<ImportJob>(state, `${jobs}${companyId}/`)) all.push(value);
      return all.sort((one, other) => (other.at ?? 0) - (one.at ?? 0)).slice(0, mostListed);
    },
    /** Keeps the refusals of a chunk for the report; a chunk that is done again writes the same once more. */
    refuse: async ({ companyId, id }: ImportJob, chunk: number, errors: readonly RowError[]) => {
      const key = `${errorsPrefix(companyId, id)}c${String(chunk).padStart(6, '0')}`;
      if (errors.length > 0) await state.set(key, errors, keptFor);
    },
    /** Every row that was refused, in pages. */
    async *errors(companyId: string, id: string): AsyncGenerator<readonly RowError[]> {
      for await (const { value } of stateEntries<readonly RowError[]>(state, errorsPrefix(companyId, id)))
        yield value;
    },
    cancel: (companyId: string, id: string) => state.set(cancelKey(companyId, id), true, keptFor),
    isCancelled: async ({ companyId, id }: ImportJob) =>
      (await state.get(cancelKey(companyId, id))) !== undefined,
    rows: async (job: ImportJob, chunk: number): Promise<readonly ImportRow[]> =>
      (await state.get<readonly ImportRow[]>(rowsKey(job.companyId, job.id, chunk)))?.value ?? [],
    /** Undefined: somebody else has written meanwhile, and works on it. */
    put: (job: ImportJob, expected: number) =>
      state.set(jobKey(job.companyId, job.id), job, { ...keptFor, expected }),
    async finish({ companyId, id, chunks }: ImportJob): Promise<void> {
      await state.delete(`${runningPrefix}${companyId}/${id}`);
      for (let chunk = 0; chunk < chunks; chunk++) await state.delete(rowsKey(companyId, id, chunk));
    },
    unfinished: async (): Promise<readonly { readonly companyId: string; readonly id: string }[]> =>
      (await state.list<{ companyId: string; id: string }>(runningPrefix, { limit: 100 })).map(
        ({ value }) => value,
      ),
  };
}
