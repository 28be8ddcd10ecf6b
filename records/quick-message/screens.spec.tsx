import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { record } from './record.ts';

afterEach(cleanup);

const declared = { entry: { path: '/quick-messages' }, record, child: undefined, parts: {} } as const;
const pix = { id: 'm1', number: 1, shortcode: 'pix', message: 'Olá {{name}}, a chave é 123', geral: true };

test('the list shows how a quick reply is called, with its slash, and what it says', async () => {
  await showScreen(declared, {
    getList: async () => ({ data: [{ ...pix, status: true }], total: 1 }) as never,
  });
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
    '',
  ]);
  const marks = cells.map((one) => one.querySelector('[aria-label]')?.getAttribute('aria-label'));
  expect(marks.slice(5, 7)).toEqual(['Geral', 'Ativa']);
});

test('what was typed is asked about also after a colleague has saved the same row', async () => {
  let row = pix;
  const { queryClient } = await showScreen(declared, {
    getList: async () => ({ data: [row], total: 1 }) as never,
    getOne: async () => ({ data: row }) as never,
  });
  fireEvent.click(await screen.findByRole('link', { name: 'Editar pix' }));
  const dialog = await screen.findByRole('dialog');
  const shortcode = within(dialog).getByLabelText<HTMLInputElement>(/Atalho/);
  fireEvent.change(shortcode, { target: { value: 'pixe' } });
  row = { ...pix, message: 'A chave é outra' };
  await queryClient.invalidateQueries();
  await waitFor(() => expect(within(dialog).getByDisplayValue('A chave é outra')).toBeTruthy());
  expect(shortcode.value).toBe('pixe');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(await screen.findByRole('dialog', { name: 'Descartar o que mudou?' })).toBeTruthy();
});
