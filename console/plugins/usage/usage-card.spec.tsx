import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { plugin } from './plugin.ts';
import { UsageCard } from './usage-card.tsx';

afterEach(cleanup);

test('an admin sees each limit beside what is used of it, those that come near stand out', async () => {
  const gigabyte = 1024 ** 3;
  vi.stubGlobal('fetch', async () =>
    Response.json({
      storage: { limit: 50 * gigabyte, used: 45 * gigabyte },
      requests: { limit: 24_000, used: 12 },
      writes: { limit: 0, used: 7 },
      questions: { limit: 240, used: 0 },
      sends: [{ id: 'w1', name: 'Loja Centro', limit: 240, used: 60 }],
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <UsageCard />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('region', { name: 'Uso e limites' });
  await screen.findAllByRole('listitem');
  const said = screen.getAllByRole('listitem').map((row) => row.textContent?.replaceAll(/\s/g, ' '));
  expect(said).toEqual([
    'Arquivos guardados45 GB de 50 GB',
    'Envios por Loja Centro60 de 240 por minuto',
    'Consultas de números à rede0 de 240 por minuto',
    'Requisições12 de 24.000 por minuto',
    'Alterações7, sem limite',
  ]);
  expect([...document.querySelectorAll<HTMLElement>('.meter i')].map(({ style }) => style.width)).toEqual([
    ...['90%', '25%', '0%', '0.05%'],
  ]);
  expect(screen.getAllByRole('listitem').map(({ className }) => className)).toEqual([
    ...['us-near', '', '', '', ''],
  ]);
  // Said by a sign with a name too, not by colour alone.
  expect(screen.getAllByRole('img', { name: 'Perto do limite' })).toHaveLength(1);
});

test('what could not be had says so and may be tried again', async () => {
  let answers = 0;
  vi.stubGlobal('fetch', async () => {
    answers += 1;
    return Response.json({ error: 'ERR_UNAVAILABLE', message: '' }, { status: 503 });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <UsageCard />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  const before = answers;
  fireEvent.click(again);
  await expect.poll(() => answers).toBeGreaterThan(before);
});
