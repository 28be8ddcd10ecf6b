import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPointer } from './pointer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-pointer-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** As another process does it: nothing in this one hears of it. */
const writtenElsewhere = (generation: string) => {
  writeFileSync(join(folder, 'other'), generation);
  renameSync(join(folder, 'other'), join(folder, 'current'));
};

it('a look is shared within a turn of the event loop and taken anew in the next, and a commit looks for itself', async () => {
  const pointer = openPointer(folder);
  expect(pointer.readOnce()).toBeUndefined();
  expect(pointer.create('first')).toBe(true);
  expect(pointer.readOnce()).toBe('first');
  writtenElsewhere('second');
  expect(pointer.readOnce()).toBe('first');
  await nextTurn();
  expect(pointer.readOnce()).toBe('second');
  writtenElsewhere('third');
  expect(pointer.read()).toBe('third');
  expect(pointer.readOnce()).toBe('third');
});

it('a generation named by another store of this process is seen at once', () => {
  const [pointer, other] = [openPointer(folder), openPointer(folder)];
  pointer.create('first');
  expect(pointer.readOnce()).toBe('first');
  other.write('second');
  expect(pointer.readOnce()).toBe('second');
});

it('turns go on where a test has stopped the clock', async () => {
  const pointer = openPointer(folder);
  pointer.create('first');
  await nextTurn();
  vi.useFakeTimers();
  expect(pointer.readOnce()).toBe('first');
  writtenElsewhere('second');
  vi.useRealTimers();
  await nextTurn();
  expect(pointer.readOnce()).toBe('second');
});
