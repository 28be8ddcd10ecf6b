import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { record } from './record.ts';
import { parts } from './screens.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('who deletes an integration is told what answers in its queues then: the menu, or a prompt', async () => {
  const queues = [
    { name: 'Vendas', promptId: null, integrationId: 'i1' },
    { name: 'Suporte', promptId: 'p1', integrationId: 'i1' },
    { name: 'Cobrança', promptId: 'p1', integrationId: null },
  ];
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json(new URL(String(url), 'http://localhost').pathname === '/api/queue' ? queues : {}),
  );
  const shownParts = { beforeDelete: parts.beforeDelete!, texts: parts.texts! };
  await showScreen(
    { entry: { path: '/queue-integration' }, record, child: undefined, parts: shownParts },
    { getList: async () => ({ data: [{ id: 'i1', name: 'Robô', type: 'n8n' }], total: 1 }) as never },
  );
  fireEvent.click(await screen.findByLabelText('Excluir Robô'));
  const question = within(await screen.findByRole('dialog'));
  await question.findByText(/^Hoje responde em: Vendas\. Quem escrever depois verá o menu/);
  question.getByText(/^Hoje responde em: Suporte\. Quem escrever depois terá a resposta do prompt/);
});
