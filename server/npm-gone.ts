import { setInterval as every } from 'node:timers/promises';

/** Noted before anything takes time: it may be gone before somebody looks. */
const parent = process.ppid;

/** Whether `npm start` of this product began this process: its parent is npm's shell, or npm itself. */
const isByNpm = ({ npm_lifecycle_event, npm_package_name }: NodeJS.ProcessEnv): boolean =>
  npm_lifecycle_event === 'start' && npm_package_name === 'balcao';

/**
 * Resolves once npm, or its shell, is no more; never where another began this process. npm hands a signal on to its shell, and a shell
 * that does not become the program (dash) dies of it and says nothing: the server would go on without anybody. Whoever
 * begins `node server/start.mjs` itself may go away as it likes. It keeps no process alive.
 */
export async function npmGone(env: NodeJS.ProcessEnv, lookMs = 1_000): Promise<void> {
  if (!isByNpm(env)) return new Promise(() => undefined);
  for await (const _ of every(lookMs, undefined, { ref: false })) if (process.ppid !== parent) return;
}
