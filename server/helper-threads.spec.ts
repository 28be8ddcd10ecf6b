import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
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
