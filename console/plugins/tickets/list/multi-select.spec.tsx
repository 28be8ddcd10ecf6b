import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { plugin } from '../plugin.ts';
import { MultiSelect } from './multi-select.tsx';

afterEach(cleanup);

const queues = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `q${index}`, name: `Fila ${index}` }));
const open = async (options: readonly { id: string; name: string }[], chosen: readonly string[] = []) => {
  const onChange = vi.fn();
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <MultiSelect label="Filas" all="Todas" options={options} chosen={chosen} onChange={onChange} />
    </I18nContextProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Filas/ }));
  return onChange;
};
const names = () => screen.getAllByRole('menuitemcheckbox').map(({ textContent }) => textContent);

test('a few are a plain menu', async () => {
  await open(queues(3));
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(names()).toEqual(['Todas', 'Fila 0', 'Fila 1', 'Fila 2']);
});

test('many are sought by name, without accents, and reached from the field by the arrow', async () => {
  const onChange = await open([...queues(20), { id: 'f', name: 'Pós-venda, São Paulo' }], ['q3']);
  const field = screen.getByRole('searchbox', { name: 'Buscar em Filas' });
  fireEvent.change(field, { target: { value: 'sao p' } });
  expect(names()).toEqual(['Todas', 'Pós-venda, São Paulo']);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Todas');
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: /São Paulo/ }));
  // What was chosen and is not in sight stays chosen.
  expect(onChange).toHaveBeenCalledWith(['q3', 'f']);
  fireEvent.change(field, { target: { value: 'nenhuma assim' } });
  expect(screen.getByText('Nada com esse nome.')).toBeTruthy();
});
