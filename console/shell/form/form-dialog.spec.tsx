import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../i18n.ts';
import { FormDialog } from './form-dialog.tsx';

afterEach(cleanup);

test('what is submitted is done at once, and once while it is under way', async () => {
  const onSubmit = vi.fn();
  const dialog = (busy: boolean) => (
    <FormDialog title="Contato" busy={busy} onSubmit={onSubmit} onClose={() => {}}>
      <p>Nome</p>
    </FormDialog>
  );
  const wrapper = await createI18n([]);
  const shown = (busy: boolean) => <I18nContextProvider value={wrapper}>{dialog(busy)}</I18nContextProvider>;
  const { rerender } = render(shown(false));
  const form = screen.getByRole('dialog').querySelector('form')!;
  fireEvent.submit(form);
  // No time has passed: nothing is waited for but the end of typing.
  expect(onSubmit).toHaveBeenCalledTimes(1);
  rerender(shown(true));
  fireEvent.submit(form);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
