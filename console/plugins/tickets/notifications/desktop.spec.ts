import { afterEach, expect, test, vi } from 'vitest';
import { showsOnDesktop } from './desktop.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['granted', true],
  ['default', false],
  ['denied', false],
])('a browser in which notifications are %s: %s', (permission, shows) => {
  vi.stubGlobal('Notification', { permission });
  expect(showsOnDesktop()).toBe(shows);
});

test('one that knows none is only logged, and not at every message', () => {
  vi.stubGlobal('Notification', undefined);
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  expect([showsOnDesktop(), showsOnDesktop()]).toEqual([false, false]);
  expect(log).toHaveBeenCalledTimes(1);
});
