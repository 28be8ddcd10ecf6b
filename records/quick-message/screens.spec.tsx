import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { record } from './record.ts';

afterEach(cleanup);

test('the list shows how a quick reply is called, with its slash, and what it says', async () => {
  const pix = { id: 'm1', number: 1, shortcode: 'pix', message: 'Olá {{name}}, a chave é 123', geral: true };
  await showScreen(
    { entry: { path: '/quick-messages' }, record, child: undefined, parts: {} },
    { getList: async () => ({ data: [pix], total: 1 }) as never },
  );
  const cells = within((await screen.findByText('{{name}}')).closest('tr') as HTMLElement).getAllByRole(
    'cell',
  );
  expect(cells.map((one) => one.textContent)).toEqual([
    '',
    '1',
    '/pix',
    'Olá {{name}}, a chave é 123',
    'Sem anexo',
    '',
    '',
  ]);
});
