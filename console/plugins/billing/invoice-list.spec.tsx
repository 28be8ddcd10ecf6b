import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { anInvoice } from './fixtures.ts';
import { InvoiceList } from './invoice-list.tsx';
import { messages } from './messages/pt.ts';

vi.mock('../../shell/i18n.ts', async (original) => {
  const i18n = await original<typeof import('../../shell/i18n.ts')>();
  return { ...i18n, useT: () => i18n.translate };
});

beforeAll(async () => {
  localStorage.setItem('locale', 'pt');
  await createI18n([]);
  await addMessages('billing', async () => messages);
});
afterEach(() => vi.unstubAllGlobals());

test('the next page of invoices comes as the end of the list is seen, until there is none', async () => {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const page = new URL(String(url), 'http://localhost').searchParams.get('pageNumber');
    asked.push(page);
    const numbers = page === '1' ? [3, 2] : [1];
    return Response.json({
      invoices: numbers.map((number) => anInvoice(number)),
      count: 3,
      hasMore: page === '1',
      plan: null,
    });
  });
  const watching: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        watching.push(() => seen([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InvoiceList payer={false} timeZone="America/Sao_Paulo" billing={null} onRenewed={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findAllByText('Plano Básico 3, de 10/11/2026 a 10/12/2026');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Id', 'Detalhes', 'Valor', 'Data Venc.', 'Status', 'Ação'],
  ]);
  expect(screen.queryByText(/Básico 1/)).toBeNull();
  act(() => watching.at(-1)!());
  await screen.findAllByText(/Básico 1/);
  await screen.findByText('Fim da lista');
  expect(asked).toEqual(['1', '2']);
});

test('whoever comes only to pay and has nothing to pay is told whom to ask', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ invoices: [], count: 0, hasMore: false, plan: null }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InvoiceList payer timeZone={undefined} billing={null} onRenewed={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByText(/Fale com quem administra/);
  expect(screen.queryByText(/dez dias antes/)).toBeNull();
});
