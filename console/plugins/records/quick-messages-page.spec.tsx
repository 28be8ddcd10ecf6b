import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { SessionUserView } from '../../../domain/views/index.ts';
import { createI18n } from '../../shell/i18n.ts';
import { beginSession } from '../../shell/session-store.ts';
import { plugin } from './plugin.ts';
import { QuickMessagesPage } from './quick-messages-page.tsx';

afterEach(cleanup);

const admin: SessionUserView = {
  ...{ id: 'clara', name: 'Clara', email: 'clara@casa.example', profile: 'admin', super: false },
  ...{ companyId: 'c1', allTicket: 'desabled', whatsappId: null, queues: [], position: 1 },
  company: {
    ...{ id: 'c1', name: 'Casa Lume', dueDate: '2026-12-31', timeZone: 'America/Sao_Paulo', settings: [] },
    flags: [],
  },
};

test('the list shows how a quick reply is called, with its slash, and what it says', async () => {
  beginSession(admin, 'a token');
  const pix = { id: 'm1', number: 1, shortcode: 'pix', message: 'Olá {{name}}, a chave é 123', geral: true };
  const dataProvider = { getList: async () => ({ data: [pix], total: 1 }) } as unknown as DataProvider;
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={dataProvider}
        i18nProvider={await createI18n([plugin])}
        queryClient={new QueryClient()}
      >
        <QuickMessagesPage />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  const cells = within((await screen.findByText('{{name}}')).closest('tr') as HTMLElement).getAllByRole(
    'cell',
  );
  expect(cells.map((one) => one.textContent)).toEqual([
    '1',
    '/pix',
    'Olá {{name}}, a chave é 123',
    'Sem anexo',
    '',
    '',
  ]);
});
