import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { record } from './record.ts';
import { parts } from './screens.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const declared = { entry: { path: '/files' }, record, child: undefined, parts } as const;
const none = async () => ({ data: [], total: 0 }) as never;

test('who adds a message types it next; who deletes one keeps their place', async () => {
  await showScreen(declared, { getList: none });
  fireEvent.click((await screen.findAllByRole('link', { name: 'Nova lista de arquivos' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  const add = dialog.getByRole('button', { name: 'Adicionar mensagem' });
  for (const place of [1, 2]) {
    fireEvent.click(add);
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: `Mensagem ${place}` }));
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Excluir a mensagem 1' }));
  expect(document.activeElement).toBe(add);
});

test('a message that was added and has neither text nor file is not saved', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(String(url));
    return Response.json({ id: 'l1' });
  });
  const saved: { name: string }[][] = [];
  await showScreen(declared, {
    getList: none,
    create: async (_resource: string, { data }: { data: object }) => {
      saved.push((data as { options: { name: string }[] }).options);
      return { data: { id: 'l1', ...data } } as never;
    },
  });
  fireEvent.click((await screen.findAllByRole('link', { name: 'Nova lista de arquivos' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  const type = (name: string, value: string) =>
    fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } });
  type('Nome', 'Catálogo');
  type('Mensagem', 'Segue');
  for (const _ of ['blank', 'text', 'file', 'none'])
    fireEvent.click(dialog.getByRole('button', { name: 'Adicionar mensagem' }));
  type('Mensagem 1', '  ');
  type('Mensagem 2', 'Tabela de preços');
  const inputs = (await screen.findByRole('dialog')).querySelectorAll('input[type=file]');
  fireEvent.change(inputs[2]!, { target: { files: [new File(['png'], 'catalogo.png')] } });
  await dialog.findByText('catalogo.png');
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await expect
    .poll(() => saved.map((options) => options.map(({ name }) => name)))
    .toEqual([['Tabela de preços', '']]);
  // The file that was chosen goes to its message.
  await expect.poll(() => asked.some((url) => url.includes('/files/uploadList/l1'))).toBe(true);
});
