import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CardTable } from './card-table.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const shownAt = (width: number) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(
    <CardTable below={700} className="xx-table">
      <tbody />
    </CardTable>,
  );
  return [...screen.getByRole('table').classList];
};

test('rows are cards up to the width that is said', () => {
  expect(shownAt(700)).toEqual(['table', 'xx-table', 'as-cards']);
});

test('and a table beyond it', () => {
  expect(shownAt(701)).toEqual(['table', 'xx-table']);
});
