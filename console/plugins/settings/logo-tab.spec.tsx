import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { Toasts } from '../../shell/ui/toasts.tsx';
import { LogoTab } from './logo-tab.tsx';
import { plugin } from './plugin.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an image that is sent with a double click is sent once, and again once it was refused', async () => {
  const sent: string[] = [];
  const logos = [{ ref: 'login', own: false, url: '/api/logos/login' }];
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json(logos);
    sent.push(String(url));
    return Response.json({ error: 'ERR_MEDIA_TYPE', message: '' }, { status: 415 });
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  const i18n = await createI18n([plugin]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={i18n}>
        <LogoTab />
        <Toasts />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  const form = await screen.findByRole('form');
  const file = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
  fireEvent.change(form.querySelector('input[type=file]')!, { target: { files: [file] } });
  fireEvent.change(form.querySelector('select')!, { target: { value: 'login' } });
  fireEvent.submit(form);
  fireEvent.submit(form);
  await screen.findByRole('alert');
  expect(sent).toHaveLength(1);
  fireEvent.submit(form);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
});
