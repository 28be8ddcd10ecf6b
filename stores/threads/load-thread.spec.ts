import { expect, it } from 'vitest';
import { always } from '../../testing/thread-load.ts';
import { createLoadThread } from './load-thread.ts';

/** Answers with what it was asked, and is gone a moment after it was asked for the last one. */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (question) => {
    if (question === 'now') process.exit(3);
    parentPort.postMessage({ ms: 1, result: question });
    if (question === 'last') setTimeout(() => process.exit(4), 5);
  });
  parentPort.postMessage({ ms: 0 });
`)}`,
);

const prepare = (load = always) =>
  createLoadThread<string, string>(
    { module, data: {}, name: 'the spec', youngSpaceMb: 1, oldSpaceMb: 32 },
    undefined,
    load,
  );

async function openApart(load = always) {
  const thread = prepare(load);
  expect(thread.run('first', () => 'here')).toBe('here');
  await expect.poll(thread.isApart).toBe(true);
  return thread;
}

it('does not ask a thread that has ended in between: what comes then is the caller’s', async () => {
  const thread = await openApart();
  expect(await thread.run('last', () => 'here')).toBe('last');
  await expect.poll(thread.isApart).toBe(false);
  expect(thread.run('next', () => 'here')).toBe('here');
  await thread.close();
});

it('says so when the thread ends in the middle of what it was asked', async () => {
  const thread = await openApart();
  await expect(thread.run('now', () => 'here')).rejects.toThrow('the thread of the spec ended with 3');
  expect(thread.run('next', () => 'here')).toBe('here');
  await thread.close();
});

it('is given back at rest, with what it was asked done, and begun again by the next load', async () => {
  const thread = await openApart();
  const asked = thread.run('second', () => 'here');
  thread.giveBack();
  expect(thread.isApart()).toBe(false);
  expect(await asked).toBe('second');
  expect(thread.run('third', () => 'here')).toBe('here');
  await expect.poll(thread.isApart).toBe(true);
  expect(await thread.run('fourth', () => 'here')).toBe('fourth');
  await thread.close();
});

it('is begun by what several wait for, and by what one waits for long: another is answered sooner without', async () => {
  const load = { ...always, beginShare: 0.000_001, loneMs: 5 };
  const take = (ms: number) => () => {
    for (const until = performance.now() + ms; performance.now() < until; );
    return 'here';
  };
  const ofOne = prepare(load);
  for (let time = 0; time < 20; time++) expect(ofOne.run('lone', take(0.1), true)).toBe('here');
  // Begun after the other would have been.
  const ofSeveral = prepare(load);
  expect(ofSeveral.run('shared', take(0.1))).toBe('here');
  await expect.poll(ofSeveral.isApart).toBe(true);
  expect(ofOne.isApart()).toBe(false);
  expect(ofOne.run('lone and long', take(6), true)).toBe('here');
  await expect.poll(ofOne.isApart).toBe(true);
  await Promise.all([ofOne.close(), ofSeveral.close()]);
});

it('is not given back while it is needed', async () => {
  const thread = await openApart({ ...always, restMs: 60_000 });
  thread.giveBack();
  expect(thread.isApart()).toBe(true);
  await thread.close();
});

it('is closed only when what was asked before it was given back is done', async () => {
  const thread = await openApart();
  let done = false;
  const asked = thread.run('second', () => 'here');
  void Promise.resolve(asked).then(() => {
    done = true;
  });
  thread.giveBack();
  await thread.close();
  expect(done).toBe(true);
});
