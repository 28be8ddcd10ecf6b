import { UnavailableError } from '../../domain/kernel/event-store.ts';

/**
 * Waits until the read models know what stands at a position of the log.
 * @throws UnavailableError while they are behind: a process manager then waits, and no try is counted, however long it takes
 */
export async function demandReached(
  reached: (position: number, timeoutMs: number) => Promise<boolean>,
  position: number,
  timeoutMs: number,
): Promise<void> {
  if (!(await reached(position, timeoutMs))) throw new UnavailableError('the read models are behind');
}
