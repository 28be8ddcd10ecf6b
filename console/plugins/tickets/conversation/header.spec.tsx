import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { Header } from './header.tsx';

afterEach(() => {
  cleanup();
  endSession('logout');
  vi.unstubAllGlobals();
});

test.each([
  ['the board, as it was filtered', { from: 'kanban', search: '?queue=q1' }, '/kanban?queue=q1'],
  ['the list, as it was filtered', null, '/tickets?status=open'],
])('on a phone the arrow leads back to %s', async (_where, state, href) => {
  vi.stubGlobal('matchMedia', () => ({
    ...{ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined },
  }));
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  beginSession({
    ...{ id: 'ana', name: 'Ana', companyId: 'c', profile: 'user', queues: [] },
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Parameters<typeof beginSession>[0]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <MemoryRouter initialEntries={[{ pathname: '/tickets/t1', search: '?status=open', state }]}>
          <Header ticket={aTicket()} actions={{}} panelOpen={false} onPanel={() => undefined} />
        </MemoryRouter>
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('link', { name: /^Voltar/ }).getAttribute('href')).toBe(href);
});
