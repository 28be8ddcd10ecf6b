// Plain JavaScript: what would strip its types takes more memory than the threads that use it.
import { getPriority, setPriority } from 'node:os';

/**
 * Lets this thread stand back behind the one that answers, where both want a processor. By Linux's rules alone a thread
 * has a priority of its own: elsewhere it would be the whole process's, so that nothing is changed there.
 * @param {number} steps of niceness below what it has: with five it gets a third of the other's share, with ten a tenth
 */
export function standBack(steps) {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + steps, 19));
  } catch {
    // What the system does not allow is left as it is.
  }
}
