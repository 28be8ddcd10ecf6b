import { setTimeout as sleep } from 'node:timers/promises';

interface Behind {
  /** Resolves when requests are answered, or never will be. */
  readonly answers: Promise<unknown>;
  /** How long whoever waited for an answer has the process alone, milliseconds. */
  readonly firstMs: number;
  /** Starts it; what ends it is pushed. */
  readonly start: (stops: (() => Promise<void>)[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Returns what ends it, begun or not, the last part first: what nobody waits for starts behind the answers to requests.
 */
export function startBehind(
  { answers, firstMs, start, onFailure }: Behind,
  ending: AbortSignal,
): () => Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  const begin = async () => {
    await answers;
    await sleep(firstMs, undefined, { signal: ending });
    await start(stops);
  };
  const begun = begin().catch((error: unknown) => {
    if (!ending.aborted) onFailure(error);
  });
  return async () => {
    await begun;
    for (const end of stops.splice(0).reverse()) await end();
  };
}
