import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test } from 'vitest';
import { createI18n } from '../i18n.ts';
import { Combobox } from './combobox.tsx';

afterEach(cleanup);

const draw = async () =>
  render(
    <I18nContextProvider value={await createI18n([])}>
      <label htmlFor="queue">Fila</label>
      <Combobox
        field={{ id: 'queue', 'aria-invalid': false, 'aria-describedby': undefined }}
        autoFocus
        options={['Suporte', 'Vendas']}
        value={null}
        onChange={() => undefined}
        keyOf={(one) => one}
        labelOf={(one) => one}
        empty="nada"
      />
    </I18nContextProvider>,
  );

test('a field that has the focus from the start shows its list when it is asked for, not before', async () => {
  await draw();
  const field = screen.getByRole('combobox', { name: 'Fila' });
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('option')).toBeNull();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Suporte', 'Vendas']);
});
