import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { PanelBody } from './panel-body.tsx';

type Session = Parameters<typeof beginSession>[0];

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  beginSession({
    id: 'u1',
    companyId: 'c',
    profile: 'admin',
    queues: [],
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Session);
});
afterEach(() => {
  cleanup();
  endSession('logout');
  vi.unstubAllGlobals();
});

const show = async (rating: number | null) =>
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <PanelBody ticket={aTicket({ status: 'closed', rating })} over={false} onClose={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nContextProvider>,
  );

test('what the contact thought of a ticket is read beside it, in words', async () => {
  await show(3);
  expect(screen.getByText('Avaliação').nextSibling?.textContent).toBe('muito satisfeito (3 de 3)');
});

test('a ticket that nobody rated says nothing of it', async () => {
  await show(null);
  expect(screen.getByText('Responsável')).toBeTruthy();
  expect(screen.queryByText('Avaliação')).toBeNull();
});
