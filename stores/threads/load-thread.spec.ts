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

async function openApart(load = always) {
  const thread = createLoadThread<string, string>(
    { module, data: {}, name: 'the spec', youngSpaceMb: 1, oldSpaceMb: 32 },
    undefined,
    load,
  );
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
