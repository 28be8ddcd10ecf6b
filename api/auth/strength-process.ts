import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as portuguese from '@zxcvbn-ts/language-pt-br';

/** Knows 49,000 common passwords, and names and words of Brazil: 44 MB, so it lives in a process that goes when idle. */
const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...portuguese.dictionary },
  graphs: common.adjacencyGraphs,
});

export interface Question {
  readonly id: number;
  readonly password: string;
  readonly words: readonly string[];
}
export interface Verdict {
  readonly id: number;
  /** 0 to 4: up to 10³, 10⁶, 10⁸, 10¹⁰ guesses, more. */
  readonly score: number;
}

process.on('message', ({ id, password, words }: Question) => {
  const { score } = estimator.check(password, [...words]);
  process.send?.({ id, score } satisfies Verdict);
});
// Whoever asked is gone.
process.on('disconnect', () => process.exit(0));
