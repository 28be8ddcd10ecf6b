import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { admin } from '../../../testing/admin.ts';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { beginSession } from '../../shell/session-store.ts';
import { Toasts } from '../../shell/ui/toasts.tsx';
import { messages } from './messages/pt.ts';
import { plugin } from './plugin.ts';
import { SettingsPage } from './settings-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Where = () => <output>{useLocation().pathname}</output>;

/** Shows an address of the settings; there is nothing else. */
const show = async (address: string) => {
  beginSession(admin, 'a token');
  const i18n = await createI18n([plugin]);
  await addMessages('settings', async () => messages);
  vi.useFakeTimers();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <I18nContextProvider value={i18n}>
          <Routes>
            <Route path="/settings/:tab?/*" element={<SettingsPage />} />
            <Route path="*" element={null} />
          </Routes>
          <Where />
          <Toasts />
        </I18nContextProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
};
const where = () => document.querySelector('output')?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a tab that there is not leads to the first one, and nobody is told of a right', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  await show('/settings/nothing');
  await pass(600);
  expect(where()).toBe('/settings');
  expect(screen.queryByText('Sem permissão para acessar!')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Configurações');
});

test('a tab that is not for who opens it says so, and leads home after half a second', async () => {
  await show('/settings/logo');
  await pass(0);
  expect(screen.getByRole('alert').textContent).toContain('Sem permissão para acessar!');
  await pass(499);
  expect(where()).toBe('/settings/logo');
  await pass(1);
  expect(where()).toBe('/');
});
