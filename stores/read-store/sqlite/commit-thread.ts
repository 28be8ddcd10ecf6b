import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { createSerial } from '../../../domain/kernel/serial.ts';
import { type CollectionSpec, type Commit, FencedError } from '../../../projections/ports/read-store.ts';

/** What the thread opens its own connection with: the same read models as its opener's. */
export interface ThreadedStore {
  readonly path: string;
  readonly collections: readonly CollectionSpec[];
  readonly folds?: string | undefined;
}

/** When a thread is begun and ended. Shares are parts of the time that commits keep the answering thread for. */
export interface CommitLoad {
  /** Over how long the load is looked at. */
  readonly windowMs: number;
  readonly beginShare: number;
  /** One window alone is a batch of something, not a load. */
  readonly beginAfter: number;
  readonly endShare: number;
  /** Of a thread that was not needed for so long the memory is given back. */
  readonly idleMs: number;
}
const usual: CommitLoad = {
  windowMs: 500,
  beginShare: 0.15,
  beginAfter: 2,
  endShare: 0.03,
  idleMs: 60_000,
};

interface Answer {
  readonly ms: number;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly stack: string;
    readonly errcode?: number;
  };
}

function errorOf({ name, message, stack, errcode }: NonNullable<Answer['error']>): Error {
  const error = name === 'FencedError' ? new FencedError(message) : new Error(message);
  error.stack = stack;
  return errcode === undefined ? error : Object.assign(error, { errcode });
}

/** A thread that commits to the same read models by a connection of its own. */
interface Committer {
  /** @throws FencedError, or what the store of the thread threw; Error when it ended: the outcome is unknown */
  commit(commit: Commit): Promise<number>;
  end(): Promise<void>;
}

/** A declaration alone: who gives it may give the folds with it, and functions cannot go to a thread. */
const declared = ({ name, indexes, arrays, filters, sparse, search, reread }: CollectionSpec) =>
  // With every part: a thread that lacked one would make other tables.
  ({ name, indexes, arrays, filters, sparse, search, reread }) satisfies Record<
    keyof CollectionSpec,
    unknown
  >;

async function openCommitter(store: ThreadedStore): Promise<Committer> {
  const worker = new Worker(new URL('./commit-worker.mjs', import.meta.url), {
    workerData: { ...store, collections: store.collections.map(declared) },
    // Documents of a commit die with it: swept seldom, they are dead by then.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  let answered: PromiseWithResolvers<Answer> = Promise.withResolvers();
  let ended: Error | undefined;
  const fail = (error: Error) => {
    ended ??= error;
    answered.reject(ended);
  };
  worker.on('message', (answer: Answer) => answered.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the thread of the read models' commits ended with ${code}`)));
  await answered.promise;

  /** One question at a time: an end that came into a commit would take its answer. */
  const serial = createSerial();
  const ask = (message: { readonly commit?: Commit }) => serial('', () => askNow(message));
  async function askNow(message: { readonly commit?: Commit }): Promise<number> {
    if (ended) throw ended;
    answered = Promise.withResolvers();
    // While somebody waits for it the process does not end.
    worker.ref();
    worker.postMessage(message);
    try {
      const { ms, error } = await answered.promise;
      if (error) throw errorOf(error);
      return ms;
    } finally {
      worker.unref();
    }
  }

  return {
    commit: (commit) => ask({ commit }),
    async end() {
      if (ended) return;
      await ask({}).catch(() => undefined);
      await worker.terminate();
    },
  };
}

/**
 * Returns what decides where commits are made: by the caller itself while there are few, in a thread beside it when they
 * would keep it from answering. Either way one after the other, on the same files, as by two processes.
 */
export function createCommitThread(store: ThreadedStore, log?: Logger, load: CommitLoad = usual) {
  let committer: Committer | undefined;
  let beginning: Promise<void> | undefined;
  let window = { from: performance.now(), ms: 0 };
  let full = 0;
  let neededAt = 0;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  /** What kept the last one from beginning may keep the next one too. */
  let notBefore = 0;

  const dismiss = async (): Promise<void> => {
    clearInterval(idle);
    idle = undefined;
    const leaving = committer;
    committer = undefined;
    await leaving?.end();
  };

  async function begin(): Promise<void> {
    try {
      const opened = await openCommitter(store);
      if (closed) return await opened.end();
      committer = opened;
      neededAt = performance.now();
      idle = setInterval(() => {
        if (performance.now() - neededAt >= load.idleMs)
          dismiss().catch((err: unknown) => log?.warn({ err }, 'the thread of commits could not be ended'));
      }, load.idleMs / 4).unref();
    } catch (err) {
      // Commits stay where they are.
      notBefore = performance.now() + load.idleMs;
      log?.warn({ err }, 'the thread of commits could not be begun');
    } finally {
      beginning = undefined;
    }
  }

  /** Takes note of a commit that took so long. */
  function took(ms: number): void {
    window.ms += ms;
    const now = performance.now();
    const lasted = now - window.from;
    if (lasted < load.windowMs) return;
    // After a silence a window is longer than it should be, and its share small.
    const share = window.ms / lasted;
    window = { from: now, ms: 0 };
    if (share >= load.endShare) neededAt = now;
    full = share >= load.beginShare ? full + 1 : 0;
    if (committer !== undefined || closed || now < notBefore) return;
    if (full >= load.beginAfter) beginning ??= begin();
  }

  return {
    /** @param here makes the commit on this thread, at once. @throws FencedError */
    async commit(commit: Commit, here: () => void): Promise<void> {
      const apart = committer;
      if (apart === undefined) {
        const began = performance.now();
        here();
        return took(performance.now() - began);
      }
      try {
        took(await apart.commit(commit));
      } catch (error) {
        // One that has ended is no longer asked; the next commit is made here.
        if (!(error instanceof FencedError)) void dismiss();
        throw error;
      }
    },
    /** Whether commits are made in a thread at present. */
    isApart: (): boolean => committer !== undefined,
    async close(): Promise<void> {
      closed = true;
      await beginning;
      await dismiss();
    },
  };
}
