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
});

const Where = () => <output>{useLocation().pathname}</output>;

test('a tab that is not for who opens it says so, and leads home after half a second', async () => {
  beginSession(admin, 'a token');
  const i18n = await createI18n([plugin]);
  await addMessages('settings', async () => messages);
  vi.useFakeTimers();
  render(
    <MemoryRouter initialEntries={['/settings/logo']}>
      <I18nContextProvider value={i18n}>
        <Routes>
          <Route path="/settings/:tab?/*" element={<SettingsPage />} />
          <Route path="*" element={null} />
        </Routes>
        <Where />
        <Toasts />
      </I18nContextProvider>
    </MemoryRouter>,
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(0);
  expect(screen.getByRole('alert').textContent).toContain('Sem permissão para acessar!');
  await pass(499);
  expect(document.querySelector('output')?.textContent).toBe('/settings/logo');
  await pass(1);
  expect(document.querySelector('output')?.textContent).toBe('/');
});
