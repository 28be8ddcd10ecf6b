// Plain JavaScript: with it Node would load its type stripper, though the rest comes compiled from the cache.
import { parentPort } from 'node:worker_threads';

/**
 * Answers each question of the thread's opener with what `work` gives, how long it took, or why it failed; `end` closes.
 * @template Question
 * @param {(question: Question) => unknown} work
 * @param {() => unknown} close
 */
export function answerQuestions(work, close) {
  /** @param {Question & { end?: true }} question */
  async function answer(question) {
    const began = performance.now();
    try {
      const result = await (question.end ? close() : work(question));
      return { ms: performance.now() - began, result };
    } catch (error) {
      const { name, message, stack, errcode } = /** @type {Error & { errcode?: number }} */ (error);
      return { ms: performance.now() - began, error: { name, message, stack, errcode } };
    }
  }
  parentPort?.on('message', async (question) => parentPort?.postMessage(await answer(question)));
  parentPort?.postMessage({ ms: 0 });
}
