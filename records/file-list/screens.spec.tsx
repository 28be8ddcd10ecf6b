import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { record } from './record.ts';
import { parts } from './screens.tsx';

afterEach(cleanup);

test('who adds a message types it next; who deletes one keeps their place', async () => {
  const declared = { entry: { path: '/files' }, record, child: undefined, parts } as const;
  await showScreen(declared, { getList: async () => ({ data: [], total: 0 }) as never });
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
