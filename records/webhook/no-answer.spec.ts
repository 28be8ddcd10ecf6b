import { expect, it } from 'vitest';
import { noAnswerKey, noAnswerTexts } from './no-answer.ts';

it.each([
  'unreachable: no answer: ENOTFOUND',
  'slow: no answer in time',
  'large: it answers too much',
  'private: it lies in a private network',
  'insecure: it is reached without encryption',
  'no secret',
  'the event is gone',
])('has words of all languages for %j', (answer) => {
  const { pt, en, es } = noAnswerTexts[noAnswerKey(answer)!]!;
  expect(new Set([pt, en, es]).size).toBe(3);
});

it('has none for what it does not know', () => {
  for (const answer of ['', 'odd', 'toString']) expect(noAnswerKey(answer)).toBeUndefined();
});
