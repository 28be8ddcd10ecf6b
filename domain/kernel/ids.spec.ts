import { v5, validate, version } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import { deriveId, newId } from './ids.ts';

const namespace = '5b0c1f6e-3d0e-5c55-9c86-0d2f4a1c7b11';

afterEach(() => void vi.useRealTimers());

it('derives the ids that stored events bear', () => {
  expect(deriveId('message', 'c1', 7)).toBe('48d6fd62-21f9-5c1d-ba70-0eef5b44ff57');
  expect(deriveId('São João', '😀')).toBe('b82aa9a1-4d16-5dd7-b9c3-07db13239487');
});

it('derives what the package derives, whatever the parts are', () => {
  for (let number = 0; number < 2_000; number++) {
    const parts = [number, 'ação\n€😀'.slice(number % 7), '\ud800', ''.padEnd(number % 90, 'x')];
    expect(deriveId(...parts)).toBe(v5(new TextEncoder().encode(parts.join('\n')), namespace));
  }
});

it('gives ids that sort as they were made, none twice', () => {
  const ids = Array.from({ length: 50_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

it('goes on upwards when the clock is set back', () => {
  const before = newId();
  vi.useFakeTimers({ now: Date.now() - 60_000 });
  expect(newId() > before).toBe(true);
});

it('shares nothing random between neighbours', () => {
  const tails = Array.from({ length: 1_000 }, () => newId().slice(-12));
  expect(new Set(tails).size).toBe(tails.length);
});
