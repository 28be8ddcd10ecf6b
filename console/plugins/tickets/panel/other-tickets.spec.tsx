import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { keys } from '../live-cache/keys.ts';
import { plugin } from '../plugin.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { OtherTickets } from './other-tickets.tsx';

type Session = Parameters<typeof beginSession>[0];

afterEach(() => {
  cleanup();
  endSession('logout');
});

test.each([
  ['user', 'Nenhum outro nas suas filas'],
  ['admin', 'Primeiro atendimento deste contato'],
])('beside a contact’s only ticket in sight, %s reads: %s', async (profile, said) => {
  beginSession({
    id: 'u1',
    companyId: 'c',
    profile,
    queues: [],
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Session);
  const ticket = aTicket({ id: 't1', contactId: 'c1' });
  const cache = new QueryClient();
  cache.setQueryData(keys.list({ showAll: true, queueIds: [], contactId: 'c1' }), {
    pages: [{ tickets: [ticket], hasMore: false }],
    pageParams: [1],
  });
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <QueryClientProvider client={cache}>
        <MemoryRouter>
          <OtherTickets ticket={ticket} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nContextProvider>,
  );
  expect(screen.getByText(said)).toBeTruthy();
});
