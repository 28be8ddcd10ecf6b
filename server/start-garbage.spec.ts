import { expect, it } from 'vitest';
import { collectStartGarbage } from './start-garbage.ts';

it('is collected once the process has next to nothing to do', async () => {
  const left = new WeakRef({ garbage: true });
  expect(await collectStartGarbage({ lookMs: 200, looks: 50 })).toBe(true);
  expect(left.deref()).toBeUndefined();
});

it('is let be in a process that always has', async () => {
  const busy = setInterval(() => {
    const end = performance.now() + 15;
    while (performance.now() < end);
  }, 20);
  try {
    expect(await collectStartGarbage({ lookMs: 100, looks: 3 })).toBe(false);
  } finally {
    clearInterval(busy);
  }
});
