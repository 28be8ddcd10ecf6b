import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { record } from '../../../records/tag/record.ts';
import { showScreen } from '../../../testing/screen.tsx';

afterEach(cleanup);
const show = () =>
  showScreen(
    { entry: { path: '/tags' }, record, child: undefined, parts: {} },
    { getList: async () => ({ data: [], total: 0 }) },
  );

test('the first one is created by a button like that of the bar', async () => {
  await show();
  await screen.findByText('Nenhuma etiqueta ainda');
  const links = screen.getAllByRole('link', { name: 'Nova etiqueta' });
  expect(links.map(({ className }) => className.includes('MuiButton-contained'))).toEqual([true, true]);
});

test('a field that is refused has the mark beside the reason, and says it', async () => {
  await show();
  fireEvent.click((await screen.findAllByRole('link', { name: 'Nova etiqueta' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('button', { name: /salvar|criar/i }, { timeout: 5_000 }));
  const reason = await dialog.findByRole('alert');
  expect(reason.querySelector('svg')).not.toBeNull();
  expect(reason.textContent).not.toBe('');
});
