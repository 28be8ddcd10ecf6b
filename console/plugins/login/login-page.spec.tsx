import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { LoginPage } from './login-page.tsx';
import { plugin } from './plugin.ts';

const Kept = () => <p>{`kept: ${JSON.stringify(useLocation().state)}`}</p>;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('who goes back from the second step is not brought there again by a reload', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ label: null }));
  const challenge = { step: 'code', name: 'Bruno', challenge: 'c'.repeat(43), expiresIn: 300 };
  render(
    <MemoryRouter initialEntries={[{ pathname: '/login', state: { challenge } }]}>
      <QueryClientProvider client={new QueryClient()}>
        <I18nContextProvider value={await createI18n([plugin])}>
          <LoginPage />
          <Kept />
        </I18nContextProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  // The step's code comes when it is asked for.
  fireEvent.click(await screen.findByRole('button', { name: 'Voltar' }, { timeout: 20_000 }));
  await screen.findByLabelText('E-mail');
  // What a reload finds: the browser keeps it with the address.
  expect(screen.getByText('kept: null')).toBeTruthy();
});
