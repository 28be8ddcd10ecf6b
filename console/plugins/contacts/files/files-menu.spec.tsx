import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { admin } from '../../../../testing/admin.ts';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { FilesMenu } from './files-menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the phone’s address book is imported from the menu, once its dialog says what comes', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    asked.push(`${method} ${pathname}`);
    const job = { id: 'i1', status: 'done', total: 2, created: 2, existing: 0, refused: 0, errors: [] };
    return Response.json(job, { status: method === 'POST' ? 202 : 200 });
  });
  beginSession(admin, 'a token');
  const i18n = await createI18n([plugin]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={i18n}>
        <FilesMenu filter={{ search: '', dateStart: '', dateEnd: '' }} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Importar e exportar' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['Importar planilha…', 'Importar da agenda do celular…', 'Exportar contatos'],
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Importar da agenda do celular…' }));
  const dialog = within(
    await vi.waitFor(() => screen.getByRole('dialog', { name: 'Importar da agenda' }), 10_000),
  );
  expect(asked).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Importar' }));
  await vi.waitFor(() => expect(asked[0]).toBe('POST /api/contacts/import'));
});
