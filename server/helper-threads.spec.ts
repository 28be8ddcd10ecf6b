import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { letHelpersStandBack } from './helper-threads.ts';

const tasks = '/proc/self/task';
const isLinux = process.platform === 'linux';

it.runIf(isLinux)('V8’s threads stand back, and no other does', () => {
  const own = getPriority();
  const threads = readdirSync(tasks).map((thread) => ({
    name: readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim(),
    thread: Number(thread),
  }));
  const helpers = threads.filter(({ name }) => name === 'V8Worker');
  const others = threads.filter(({ name }) => name !== 'V8Worker');
  const before = others.map(({ thread }) => getPriority(thread));
  expect(letHelpersStandBack()).toBe(helpers.length);
  expect(helpers.length).toBeGreaterThan(0);
  expect(new Set(helpers.map(({ thread }) => getPriority(thread)))).toEqual(new Set([own + 5]));
  expect(others.map(({ thread }) => getPriority(thread))).toEqual(before);
});

it('nothing happens where threads are not listed', () => {
  expect(letHelpersStandBack({ tasks: '/nowhere' })).toBe(0);
});

/** How much of a thread's heap is for the young, after it has made much that is dropped at once. */
const youngMbOf = `
  import { parentPort } from 'node:worker_threads';
  import { getHeapSpaceStatistics } from 'node:v8';
  let last = [];
  for (let n = 0; n < 2e6; n++) {
    last.push({ n, in: [n] });
    if (last.length > 50_000) last = [];
  }
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  parentPort.postMessage(young.space_size / 2 ** 20);
`;

/** A process begun as the product is, that has a thread with a limit of 3 MB. */
const measuring = (lines: string) => `
  import { Worker } from 'node:worker_threads';
  ${lines}
  const worker = new Worker(${JSON.stringify(youngMbOf)}, {
    eval: true,
    resourceLimits: { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 64 },
  });
  worker.on('message', (megabytes) => console.log(megabytes));
`;

it('a thread has the young generation of its own limits, not the one that the process was begun with', async () => {
  const own = JSON.stringify(new URL('./helper-threads.ts', import.meta.url).href);
  const asStarted = (lines: string) =>
    promisify(execFile)(process.execPath, [
      ...['--min-semi-space-size=4', '--max-semi-space-size=16', '--input-type=module'],
      ...['--eval', measuring(lines)],
    ]).then(({ stdout }) => Number(stdout));
  expect(await asStarted('')).toBeGreaterThan(8);
  expect(
    await asStarted(`import { letThreadsHaveOwnLimits } from ${own}; letThreadsHaveOwnLimits();`),
  ).toBeLessThanOrEqual(3);
});
