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
function boxOf(first: number) {
  let needed = first;
  let told: () => void = () => undefined;
  const observed = new Set<Element>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        told = tell;
      }
      observe(one: Element) {
        observed.add(one);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  const at = { room: 0 };
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => at.room);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.classList.contains('as-cards') ? at.room : needed;
  });
  const resize = (room: number) => {
    at.room = room;
    act(() => told());
    return [...screen.getByRole('table').classList];
  };
  const need = (width: number) => {
    needed = width;
    if (observed.has(screen.getByRole('table'))) act(() => told());
  };
  return { resize, need };
}

test('rows are cards wherever the table needs more room than there is, and a table again where there is as much', () => {
  const { resize } = boxOf(900);
  expect(shownAt(1200)).toEqual(['table', 'xx-table']);
  expect(resize(899)).toEqual(['table', 'xx-table']);
  expect(resize(898)).toEqual(['table', 'xx-table', 'as-cards']);
  expect(resize(700)).toEqual(['table', 'xx-table', 'as-cards']);
  expect(resize(899)).toEqual(['table', 'xx-table', 'as-cards']);
  expect(resize(900)).toEqual(['table', 'xx-table']);
  vi.restoreAllMocks();
});

test('other rows are measured anew: one long name does not make cards of them for ever', () => {
  const { resize, need } = boxOf(900);
  const rowOf = (name: string) => (
    <CardTable below={0}>
      <tbody>
        <tr>
          <td>{name}</td>
        </tr>
      </tbody>
    </CardTable>
  );
  const { rerender } = render(rowOf('a long name'));
  expect(resize(800)).toEqual(['table', 'as-cards']);
  rerender(rowOf('another long name'));
  expect([...screen.getByRole('table').classList]).toEqual(['table', 'as-cards']);
  need(700);
  rerender(rowOf('a name'));
  expect([...screen.getByRole('table').classList]).toEqual(['table']);
  expect(document.querySelectorAll('table')).toHaveLength(1);
  need(900);
  rerender(rowOf('a long name again'));
  expect([...screen.getByRole('table').classList]).toEqual(['table', 'as-cards']);
  vi.restoreAllMocks();
});

test('a cell that becomes wider by itself is noticed', () => {
  const { resize, need } = boxOf(700);
  shownAt(1200);
  expect(resize(800)).toEqual(['table', 'xx-table']);
  need(900);
  expect([...screen.getByRole('table').classList]).toEqual(['table', 'xx-table', 'as-cards']);
  vi.restoreAllMocks();
});
