import { expect, test } from 'vitest';
import { latestWins } from './latest-wins.ts';

const aLine = () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const line = latestWins<string>((value) => {
    sent.push(value);
    return new Promise<void>((resolve) => answers.push(resolve));
  });
  const answer = async () => {
    answers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { line, sent, answer };
};

test('the first goes at once, and of those that come meanwhile the last goes after it', async () => {
  const { line, sent, answer } = aLine();
  line.push('a');
  line.push('b');
  line.push('c');
  expect(sent).toEqual(['a']);
  await answer();
  expect(sent).toEqual(['a', 'c']);
  expect(line.busy()).toBe(true);
  await answer();
  expect(line.busy()).toBe(false);
  line.push('d');
  expect(sent).toEqual(['a', 'c', 'd']);
});
