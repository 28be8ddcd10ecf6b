import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { useForm } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../i18n.ts';
import { FormDialog } from './form-dialog.tsx';
import { LeaveGuard } from './leaving.tsx';

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

interface NamedProps {
  readonly submit?: string;
  readonly isUnsaved?: boolean;
  readonly onClose: () => void;
}
const Named = ({ submit, isUnsaved = false, onClose }: NamedProps) => {
  const form = useForm({ defaultValues: { name: 'Suporte' } });
  return (
    <FormDialog
      title="Fila"
      form={form}
      busy={false}
      isUnsaved={isUnsaved}
      onSubmit={() => {}}
      onClose={onClose}
      {...(submit && { submit })}
    >
      <input aria-label="Nome" {...form.register('name')} />
    </FormDialog>
  );
};
const open = async (submit?: string, isUnsaved = false, isPageUnsaved = false) => {
  const onClose = vi.fn();
  const i18n = await createI18n([]);
  const element = (
    <>
      <LeaveGuard isUnsaved={isPageUnsaved} />
      <Named {...(submit && { submit })} isUnsaved={isUnsaved} onClose={onClose} />
    </>
  );
  const routes = [
    { path: '/', element: 'Início' },
    { path: '/queues', element },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/', '/queues'] });
  render(
    <I18nContextProvider value={i18n}>
      <RouterProvider router={router} />
    </I18nContextProvider>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Fila' });
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Nome'), { target: { value } });
  const pressEscape = () => fireEvent.keyDown(dialog, { key: 'Escape' });
  return { onClose, dialog, type, pressEscape, goBack: () => act(() => router.navigate(-1)) };
};

test('what was typed is not lost by a key: it asks, stays as it was, and is discarded when that is said', async () => {
  const { onClose, type, pressEscape } = await open();
  type('Vendas');
  pressEscape();
  const question = await screen.findByRole('dialog', { name: 'Descartar o que mudou?' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(within(question).getByText('Cancelar'));
  expect((screen.getByLabelText('Nome') as HTMLInputElement).value).toBe('Vendas');
  pressEscape();
  fireEvent.click(within(await screen.findByRole('dialog', { name: /^Descartar/ })).getByText('Descartar'));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('what waits to be saved beside the form’s values is asked about as well', async () => {
  const { onClose, pressEscape } = await open(undefined, true);
  pressEscape();
  expect(await screen.findByRole('dialog', { name: 'Descartar o que mudou?' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

test('the browser’s way back asks as well, and takes the dialog along when that is said', async () => {
  const { onClose, type, goBack } = await open();
  type('Vendas');
  await goBack();
  const question = await screen.findByRole('dialog', { name: 'Descartar o que mudou?' });
  fireEvent.click(within(question).getByText('Cancelar'));
  expect((screen.getByLabelText('Nome') as HTMLInputElement).value).toBe('Vendas');
  await goBack();
  fireEvent.click(within(await screen.findByRole('dialog', { name: /^Descartar/ })).getByText('Descartar'));
  await screen.findByText('Início');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a page with something unsaved is not left by way of a dialog over it that has nothing', async () => {
  const { goBack } = await open(undefined, false, true);
  await goBack();
  expect(screen.queryByText('Início')).toBeNull();
  fireEvent.click(within(await screen.findByRole('dialog', { name: /^Descartar/ })).getByText('Descartar'));
  await screen.findByText('Início');
});

test('nobody is held by what is as it was', async () => {
  const { goBack } = await open();
  await goBack();
  await screen.findByText('Início');
});

test('nobody is asked about what is as it was, what "cancel" says, or a deed that is quickly done again', async () => {
  const { onClose, dialog, type, pressEscape } = await open();
  type('Vendas');
  fireEvent.click(within(dialog).getByText('Cancelar'));
  expect(onClose).toHaveBeenCalledTimes(1);
  type('Suporte');
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(2);
  cleanup();
  const deed = await open('Transferir');
  deed.type('Vendas');
  deed.pressEscape();
  expect(deed.onClose).toHaveBeenCalledTimes(1);
});

test('the browser asks before a page with something unsaved is closed', async () => {
  const { type } = await open();
  const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closes()).toBe(true);
  type('Vendas');
  expect(closes()).toBe(false);
});
