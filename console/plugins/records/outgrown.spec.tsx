import { act, cleanup, screen } from '@testing-library/react';
import type { DataProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { record } from '../../../records/tag/record.ts';
import { showScreen } from '../../../testing/screen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('rows that come later are measured too: cards where the table is too wide, a table again where others fit', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLTableElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent.includes('comprido') ? 900 : 700;
  });
  let name = 'Curto';
  const getList = async () => ({ data: [{ id: 't1', number: 1, name, color: '#0b7a75' }], total: 1 });
  const { queryClient } = await showScreen(
    { entry: { path: '/tags' }, record, child: undefined, parts: {} },
    { getList: getList as unknown as DataProvider['getList'] },
  );
  const answer = async (next: string) => {
    name = next;
    await act(() => queryClient.invalidateQueries());
    await screen.findByText(next);
  };
  await screen.findByText('Curto');
  expect(screen.queryByRole('table')).not.toBeNull();
  await answer('Nome comprido');
  expect(screen.queryByRole('table')).toBeNull();
  const card = screen.getByRole('listitem');
  await answer('Outro nome comprido');
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('listitem')).toBe(card);
  await answer('Breve');
  expect(screen.queryByRole('table')).not.toBeNull();
  expect(screen.queryByRole('listitem')).toBeNull();
});
