import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-time.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00.400Z') }));
afterEach(() => void vi.useRealTimers());

test('a computer whose clock is wrong goes by the server’s', () => {
  noteServerTime('Sun, 22 Nov 2026 12:20:00 GMT');
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-22T12:20:00.000Z');
  vi.advanceTimersByTime(5_000);
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-22T12:20:05.000Z');
});

test('one whose clock is right, and an answer without a date, change nothing', () => {
  noteServerTime('Sun, 22 Nov 2026 12:00:00 GMT');
  noteServerTime(null);
  expect(serverNow()).toBe(Date.now());
});
