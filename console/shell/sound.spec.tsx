import { afterEach, expect, test, vi } from 'vitest';

/** A browser's sound: suspended until somebody touches the page. */
const touch = { may: false };
const made = vi.fn();
class FakeContext {
  state = 'suspended';
  constructor() {
    made();
  }
  resume() {
    if (!touch.may) return new Promise<void>(() => undefined);
    this.state = 'running';
    return Promise.resolve();
  }
}

afterEach(() => vi.unstubAllGlobals());

test('a tab is heard once it has been touched, which is told once', async () => {
  vi.stubGlobal('AudioContext', FakeContext);
  const { canRing, whenItCanRing } = await import('./sound.ts');
  const told = vi.fn();
  whenItCanRing(told);
  expect(made).not.toHaveBeenCalled();
  expect(await canRing()).toBe(false);
  expect(told).not.toHaveBeenCalled();
  touch.may = true;
  dispatchEvent(new Event('pointerup'));
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  dispatchEvent(new Event('keydown'));
  expect(await canRing()).toBe(true);
  expect(told).toHaveBeenCalledOnce();
});

test('nothing is told to who has left', async () => {
  const { whenItCanRing } = await import('./sound.ts');
  const told = vi.fn();
  whenItCanRing(told)();
  dispatchEvent(new Event('pointerup'));
  await new Promise((done) => setTimeout(done, 20));
  expect(told).not.toHaveBeenCalled();
});
