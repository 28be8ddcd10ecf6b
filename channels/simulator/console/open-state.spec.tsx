import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A page that is opened anew: what it remembers is what its browser kept. */
const opened = async () => {
  vi.resetModules();
  const { setPhoneOpen, usePhoneOpen } = await import('./open-state.ts');
  const { result } = renderHook(usePhoneOpen);
  return { isOpen: () => result.current, set: (open: boolean) => act(() => setPhoneOpen(open)) };
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('the test phone begins as this browser left it', async () => {
  const first = await opened();
  expect(first.isOpen()).toBe(false);
  first.set(true);
  expect((await opened()).isOpen()).toBe(true);
});

test('where it covers the thread it is open as long as the page, and begins closed', async () => {
  (await opened()).set(true);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const covering = await opened();
  expect(covering.isOpen()).toBe(false);
  covering.set(true);
  expect(covering.isOpen()).toBe(true);
  expect((await opened()).isOpen()).toBe(false);
});

test('a browser that keeps nothing opens and closes it all the same', async () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  const page = await opened();
  page.set(true);
  expect(page.isOpen()).toBe(true);
  page.set(false);
  expect(page.isOpen()).toBe(false);
});
