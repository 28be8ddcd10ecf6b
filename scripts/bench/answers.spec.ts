import { expect, it } from 'vitest';
import { createAnswers } from './answers.ts';

it('answers that did not come are counted, and waited for as long as was waited', async () => {
  const talk = createAnswers();
  for (const person of ['a', 'a', 'b']) talk.asks(person);
  expect([talk.answers('a'), talk.answers('b'), talk.answers('c')]).toEqual([true, true, false]);
  const { waits, unanswered } = await talk.settle(100);
  expect([waits.length, unanswered]).toEqual([3, 1]);
  expect(waits[2]).toBeGreaterThanOrEqual(100);
});

it('is over at once when everything is answered', async () => {
  const talk = createAnswers();
  talk.asks('a');
  talk.answers('a');
  expect(await talk.settle(60_000)).toMatchObject({ waits: [expect.any(Number)], unanswered: 0 });
});
