import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createI18n } from '../i18n.ts';
import { notify } from '../notify.ts';
import { Toasts } from './toasts.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  const i18n = await createI18n([]);
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

test('it stays while the pointer or the focus is on it', async () => {
  act(() => notify.success('contact.saved'));
  fireEvent.pointerEnter(screen.getByRole('status'));
  await pass(10_000);
  fireEvent.pointerLeave(screen.getByRole('status'));
  await pass(1_900);
  expect(screen.getByRole('status')).toBeTruthy();
  await pass(200);
  expect(screen.queryByRole('status')).toBeNull();
});
