import Dialog from '@mui/material/Dialog';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plugin as contacts } from '../../plugins/contacts/plugin.ts';
import { createI18n } from '../i18n.ts';
import { notify } from '../notify.ts';
import { Toasts } from './toasts.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  const i18n = await createI18n([contacts]);
  vi.useFakeTimers();
  render(
    <I18nContextProvider value={i18n}>
      <Toasts />
    </I18nContextProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a toast closes after two seconds, an error after three', async () => {
  act(() => notify.success('contact.saved'));
  act(() => notify.error('errors.generic'));
  await pass(1_900);
  expect(screen.getByRole('status').textContent).toContain('Contato salvo com sucesso.');
  await pass(200);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Ocorreu um erro!');
  await pass(1_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('one that nobody may be there to read stays until what it is about is over', async () => {
  const over = new AbortController();
  act(() => notify.error('shell.elsewhere', { until: over.signal }));
  await pass(60 * 60_000);
  expect(screen.getByRole('alert').textContent).toContain('Sua conta foi acessada em outro computador.');
  act(() => over.abort());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('it stays while the pointer moves over it', async () => {
  act(() => notify.success('contact.saved'));
  fireEvent.pointerEnter(screen.getByRole('status'), { clientX: 5, clientY: 5 });
  for (const clientX of [6, 7, 8]) {
    fireEvent.pointerMove(screen.getByRole('status'), { clientX, clientY: 5 });
    await pass(5_000);
  }
  fireEvent.pointerLeave(screen.getByRole('status'));
  await pass(1_900);
  expect(screen.getByRole('status')).toBeTruthy();
  await pass(200);
  expect(screen.queryByRole('status')).toBeNull();
});

test('it stays while the focus is in it', async () => {
  act(() => notify.success('contact.saved'));
  act(() => screen.getByRole('button', { name: 'Fechar' }).focus());
  await pass(10_000);
  expect(screen.getByRole('status')).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'Fechar' }).blur());
  await pass(2_100);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a pointer that only lies where it came up does not keep it', async () => {
  act(() => notify.success('contact.saved'));
  fireEvent.pointerEnter(screen.getByRole('status'), { clientX: 5, clientY: 5 });
  // What browsers tell of when the page has moved and the pointer has not.
  fireEvent.pointerMove(screen.getByRole('status'), { clientX: 5, clientY: 5 });
  await pass(2_100);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a pointer that was left on it keeps it for a while, not for ever', async () => {
  act(() => notify.success('contact.saved'));
  fireEvent.pointerEnter(screen.getByRole('status'), { clientX: 5, clientY: 5 });
  fireEvent.pointerMove(screen.getByRole('status'), { clientX: 6, clientY: 5 });
  await pass(9_000);
  expect(screen.getByRole('status')).toBeTruthy();
  await pass(1_500);
  await pass(2_100);
  expect(screen.queryByRole('status')).toBeNull();
});

test('it is heard while a dialog is open, which silences all beside it', async () => {
  act(() => notify.success('contact.saved'));
  render(<Dialog open>Excluir?</Dialog>);
  await pass(2_100);
  act(() => notify.error('errors.generic'));
  expect(screen.getByRole('alert').textContent).toContain('Ocorreu um erro!');
});
