import { expect, it } from 'vitest';
import { onDemand } from './on-demand.ts';

it('is made once for all who ask, with the first', async () => {
  let made = 0;
  const thing = onDemand(async () => ({ number: ++made }));
  expect(made).toBe(0);
  const [one, other] = await Promise.all([thing(), thing()]);
  expect(one).toBe(other);
  expect(await thing()).toEqual({ number: 1 });
});

it('what could not be made is made anew for the next, and each is told why', async () => {
  const answers = ['broken', 'broken', 'whole'];
  const thing = onDemand(async () => {
    const answer = answers.shift();
    if (answer === 'broken') throw new Error(answer);
    return answer;
  });
  await expect(thing()).rejects.toThrow('broken');
  await expect(thing()).rejects.toThrow('broken');
  expect(await thing()).toBe('whole');
});
