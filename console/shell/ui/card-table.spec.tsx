import { act, cleanup, render, screen } from '@testing-library/react';
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

/** A page that is wide enough, and a box with so much room for a table that needs so much. */
function boxOf(needed: number) {
  let told: () => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        told = tell;
      }
      observe() {}
      disconnect() {}
    },
  );
  const at = { room: 0 };
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => at.room);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.classList.contains('as-cards') ? at.room : needed;
  });
  return (room: number) => {
    at.room = room;
    act(() => told());
    return [...screen.getByRole('table').classList];
  };
}

test('rows are cards wherever the table needs more room than there is, and a table again where there is as much', () => {
  const resize = boxOf(900);
  expect(shownAt(1200)).toEqual(['table', 'xx-table']);
  expect(resize(899)).toEqual(['table', 'xx-table']);
  expect(resize(898)).toEqual(['table', 'xx-table', 'as-cards']);
  expect(resize(700)).toEqual(['table', 'xx-table', 'as-cards']);
  expect(resize(899)).toEqual(['table', 'xx-table', 'as-cards']);
  expect(resize(900)).toEqual(['table', 'xx-table']);
  vi.restoreAllMocks();
});
