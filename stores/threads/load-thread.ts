/** Threads that do a store's work once it keeps the answering one busy: when one is begun and ended, and how it is asked. */

import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { createSerial } from '../../domain/kernel/serial.ts';

/** When a thread is begun and ended. Shares are parts of the time that the work keeps the answering thread for. */
export interface ThreadLoad {
  /** Over how long the load is looked at. */
  readonly windowMs: number;
  readonly beginShare: number;
  /** One window alone is a batch of something, not a load. */
  readonly beginAfter: number;
  readonly endShare: number;
  /** Of a thread that was not needed for so long the memory is given back. */
  readonly idleMs: number;
  /** The same where its process is at rest. */
  readonly restMs: number;
  /** A piece that nobody else waits with counts only if it takes so long: to hand it over takes as long as it does. */
  readonly loneMs?: number;
}
const usual: ThreadLoad = {
  windowMs: 500,
  beginShare: 0.15,
  beginAfter: 2,
  endShare: 0.03,
  idleMs: 60_000,
  restMs: 3_000,
};

/**
 * Of work that is nothing but waiting for the disk: where that is quick a thread wins nothing, and costs 30 MB and a hop
 * for each commit.
 */
export const slowDisk: ThreadLoad = { ...usual, beginShare: 0.4, endShare: 0.1, loneMs: 1 };

/** What a thread answers with; the first answer, to no question, says that it is ready. */
export interface ThreadAnswer {
  /** How long the work took. */
  readonly ms: number;
  readonly result?: unknown;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly stack: string;
    readonly errcode?: number;
  };
}

/** Returns an error that came from the thread; `name` and `errcode` are those of what was thrown there. */
function errorOf({ name, message, stack, errcode }: NonNullable<ThreadAnswer['error']>): Error {
  const error = Object.assign(new Error(message), { name });
  error.stack = stack;
  return errcode === undefined ? error : Object.assign(error, { errcode });
}

export interface ThreadOptions {
  /** A module that answers each question with a `ThreadAnswer`, and `{ end: true }` when it has closed what it held. */
  readonly module: URL;
  readonly data: unknown;
  /** What it does, for errors and the log. */
  readonly name: string;
  readonly oldSpaceMb: number;
  readonly youngSpaceMb: number;
  /** Failures after which the thread is as good as before; default: none. */
  readonly harmless?: (error: unknown) => boolean;
}

/** Returns a thread that answers questions. @throws what the thread threw; Error when it ended: the outcome is unknown */
async function openThread<Question>({ module, data, name, oldSpaceMb, youngSpaceMb }: ThreadOptions) {
  const worker = new Worker(module, {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: youngSpaceMb, maxOldGenerationSizeMb: oldSpaceMb },
  });
  worker.unref();
  let whenAnswered: PromiseWithResolvers<ThreadAnswer> = Promise.withResolvers();
  let endError: Error | undefined;
  const fail = (error: Error) => {
    endError ??= error;
    whenAnswered.reject(endError);
  };
  worker.on('message', (answer: ThreadAnswer) => whenAnswered.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the thread of ${name} ended with ${code}`)));
  const { error: unready } = await whenAnswered.promise;
  if (unready) {
    await worker.terminate();
    throw errorOf(unready);
  }

  /** One question at a time: an end that came into a question would take its answer. */
  const serial = createSerial();
  const ask = (question: Question | { readonly end: true }) => serial('', () => askNow(question));
  async function askNow(question: Question | { readonly end: true }): Promise<ThreadAnswer> {
    if (endError) throw endError;
    whenAnswered = Promise.withResolvers();
    // While somebody waits for it the process does not end.
    worker.ref();
    worker.postMessage(question);
    try {
      const answer = await whenAnswered.promise;
      if (answer.error) throw errorOf(answer.error);
      return answer;
    } finally {
      worker.unref();
    }
  }

  return {
    ask,
    hasEnded: (): boolean => endError !== undefined,
    async end() {
      if (endError) return;
      await ask({ end: true }).catch(() => undefined);
      await worker.terminate();
    },
  };
}

/** Returns what tells from how long pieces of work took how great the load is. */
function createGauge({ windowMs, beginShare, beginAfter, endShare, loneMs = 0 }: ThreadLoad) {
  let window = { from: performance.now(), ms: 0 };
  let fullTurns = 0;
  let neededAt = 0;
  return {
    /** When it was last so great that a thread is needed. */
    neededAt: (): number => neededAt,
    needed: (): void => {
      neededAt = performance.now();
    },
    /** Takes note of a piece of work that took so long, and returns whether a thread is to be begun. */
    took(ms: number, isLone: boolean): boolean {
      if (!isLone || ms >= loneMs) window.ms += ms;
      const now = performance.now();
      const lasted = now - window.from;
      if (lasted < windowMs) return false;
      // After a silence a window is longer than it should be, and its share small.
      const share = window.ms / lasted;
      window = { from: now, ms: 0 };
      if (share >= endShare) neededAt = now;
      fullTurns = share >= beginShare ? fullTurns + 1 : 0;
      return fullTurns >= beginAfter;
    },
  };
}

/**
 * Returns what decides where work that waits for the disk is done: by the caller itself while there is little, in a
 * thread beside it when it would keep it from answering. Either way one piece after the other, as by two processes.
 */
export function createLoadThread<Question, Result>(
  options: ThreadOptions,
  log?: Logger,
  load: ThreadLoad = usual,
) {
  type Thread = Awaited<ReturnType<typeof openThread<Question>>>;
  const { name, harmless = () => false } = options;
  let thread: Thread | undefined;
  let beginning: Promise<void> | undefined;
  const gauge = createGauge(load);
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  /** What kept the last one from beginning may keep the next one too. */
  let notBefore = 0;

  /** What one that has ended is asked fails, though nothing was done: it is the caller's. */
  const livingThread = (): Thread | undefined => (thread?.hasEnded() ? undefined : thread);

  /** What the threads that were sent away have yet to do, and their ends. */
  let leaving: Promise<unknown> = Promise.resolve();
  const dismiss = async (): Promise<void> => {
    clearInterval(idle);
    const dismissed = thread;
    thread = undefined;
    const ended = dismissed?.end();
    leaving = Promise.allSettled([leaving, ended]).then(() => undefined);
    await ended;
  };

  const endUnneeded = (): void => {
    dismiss().catch((err: unknown) => log?.warn({ err }, `the thread of ${name} could not be ended`));
  };

  async function begin(): Promise<void> {
    try {
      const opened = await openThread<Question>(options);
      if (closed) return await opened.end();
      await dismiss();
      thread = opened;
      gauge.needed();
      idle = setInterval(() => {
        if (performance.now() - gauge.neededAt() >= load.idleMs) endUnneeded();
      }, load.idleMs / 4).unref();
    } catch (err) {
      // The work stays where it is.
      notBefore = performance.now() + load.idleMs;
      log?.warn({ err }, `the thread of ${name} could not be begun`);
    } finally {
      beginning = undefined;
    }
  }

  const took = (ms: number, isLone: boolean): void => {
    const isLoad = gauge.took(ms, isLone) && livingThread() === undefined;
    if (isLoad && !closed && performance.now() >= notBefore) beginning ??= begin();
  };

  return {
    /**
     * Does the work by `here`, at once, or in the thread. One that has failed is no longer asked, unless the failure is
     * `harmless`; the next work is done here.
     * @param isLone whether one caller alone waits for it
     * @throws what the thread threw, with its name; Error when it ended, and nobody knows what it has done
     */
    run(question: Question, here: () => Result, isLone = false): Result | Promise<Result> {
      const asked = livingThread();
      if (asked === undefined) {
        const began = performance.now();
        const result = here();
        took(performance.now() - began, isLone);
        return result;
      }
      return asked.ask(question).then(
        ({ ms, result }) => {
          took(ms, isLone);
          return result as Result;
        },
        (error: unknown) => {
          if (!harmless(error)) void dismiss();
          throw error;
        },
      );
    },
    /**
     * Ends the thread unless it was needed a moment ago, with all that it has been asked done: at rest nobody needs it, and the next
     * load has another. The answering thread may be at rest because this one works.
     */
    giveBack(): void {
      if (thread !== undefined && performance.now() - gauge.neededAt() >= load.restMs) endUnneeded();
    },
    /** Whether work is done in a thread at present. */
    isApart: (): boolean => livingThread() !== undefined,
    async close(): Promise<void> {
      closed = true;
      await beginning;
      await dismiss();
      await leaving;
    },
  };
}
