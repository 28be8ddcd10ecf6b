import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FilePicker } from './file-picker.tsx';

vi.mock('../../../shell/i18n.ts', async (original) => ({
  ...(await original<typeof import('../../../shell/i18n.ts')>()),
  useT: () => (key: string) => key,
}));

test('a file that was refused says why beside it, until another is chosen', () => {
  const file = new File(['x'], 'agenda.xlsx');
  const picker = (wrong: string | undefined) => (
    <FilePicker file={file} wrong={wrong} busy={false} onChoose={() => undefined} />
  );
  const { container, rerender } = render(picker('O arquivo está vazio.'));
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('O arquivo está vazio.');
  const field = container.querySelector('input');
  expect([field?.getAttribute('aria-describedby'), field?.getAttribute('aria-invalid')]).toEqual([
    alert.id,
    'true',
  ]);
  rerender(picker(undefined));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field?.hasAttribute('aria-invalid')).toBe(false);
});
