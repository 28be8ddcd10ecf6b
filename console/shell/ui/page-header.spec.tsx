import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageHeader } from './page-header.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [599, ['tabs', 'new']],
  [600, ['new', 'tabs']],
])('at %i px keys meet the tabs and what is in the header as they are seen', (width, order) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(
    <PageHeader title="Usuários" tabs={<button type="button">tabs</button>}>
      <button type="button">new</button>
    </PageHeader>,
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(order);
});
