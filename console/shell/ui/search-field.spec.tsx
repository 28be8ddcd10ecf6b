import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSearch } from '../use-address.ts';
import { SearchField } from './search-field.tsx';

const Page = () => {
  const [search, setSearch] = useSearch();
  const navigate = useNavigate();
  return (
    <>
      <SearchField label="Buscar" initial={search} onSearch={setSearch} />
      <output>{useLocation().search}</output>
      <button type="button" onClick={() => void navigate('?search=vendas')}>
        Paleta
      </button>
    </>
  );
};
const at = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Page />
    </MemoryRouter>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Buscar');
const address = () => screen.getByRole('status').textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('what is searched for stands in the address, half a second after the last key, and beside what else it says', async () => {
  at('/contacts?from=2026-11-01');
  fireEvent.change(field(), { target: { value: 'Mar' } });
  await wait(300);
  fireEvent.change(field(), { target: { value: 'Maria ' } });
  await wait(499);
  expect(address()).toBe('?from=2026-11-01');
  await wait(1);
  expect(address()).toBe('?from=2026-11-01&search=maria');
  // The address it wrote itself does not take the text away from under the typing hand.
  expect(field().value).toBe('Maria ');
});

test('nothing sought any more is said at once, and leaves no word in the address', async () => {
  at('/tags?search=vip');
  expect(field().value).toBe('vip');
  fireEvent.change(field(), { target: { value: '' } });
  await wait(0);
  expect(address()).toBe('');
});

test('an address that somebody else changed is what the field says', async () => {
  at('/queues?search=sup');
  fireEvent.click(screen.getByText('Paleta'));
  await wait(600);
  expect(field().value).toBe('vendas');
  expect(address()).toBe('?search=vendas');
});
