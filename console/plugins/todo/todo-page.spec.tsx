import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { beginSession, endSession } from '../../shell/session-store.ts';
import { Toasts } from '../../shell/ui/toasts.tsx';
import { plugin } from './plugin.ts';

beforeEach(async () => {
  localStorage.clear();
  beginSession({
    ...{ id: 'ana', companyId: 'c', profile: 'user', queues: [] },
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Parameters<typeof beginSession>[0]);
  const i18n = await createI18n([plugin]);
  // With its texts.
  const { default: TodoPage } = await plugin.routes[0]!.load();
  render(
    <I18nContextProvider value={i18n}>
      <TodoPage />
      <Toasts />
    </I18nContextProvider>,
  );
  for (const text of ['Boletos', 'Pix', 'Catálogo']) {
    fireEvent.change(screen.getByLabelText('Nova tarefa'), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  }
});
afterEach(() => {
  cleanup();
  endSession('logout');
});

const button = (name: string) => screen.getByRole('button', { name });
const texts = () => screen.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label'));

test('a task that was deleted comes back to its place, and the focus is never lost', () => {
  fireEvent.click(button('Excluir: Pix'));
  expect(document.activeElement).toBe(button('Excluir: Boletos'));
  fireEvent.click(button('Desfazer'));
  expect(texts()).toEqual(['Catálogo', 'Pix', 'Boletos']);
  expect(document.activeElement).toBe(button('Excluir: Pix'));
  for (const text of ['Catálogo', 'Pix', 'Boletos']) fireEvent.click(button(`Excluir: ${text}`));
  expect(document.activeElement).toBe(screen.getByLabelText('Nova tarefa'));
});

test('the focus goes with a task that is ticked off, and back to the pencil of one that was edited', () => {
  fireEvent.click(screen.getByRole('checkbox', { name: 'Pix' }));
  expect(texts()).toEqual(['Catálogo', 'Boletos', 'Pix']);
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Pix' }));
  fireEvent.click(button('Editar: Boletos'));
  const field = screen.getByLabelText('Editar tarefa');
  fireEvent.change(field, { target: { value: 'Boletos de maio' } });
  fireEvent.submit(field);
  expect(document.activeElement).toBe(button('Editar: Boletos de maio'));
  fireEvent.click(button('Editar: Catálogo'));
  fireEvent.keyDown(screen.getByLabelText('Editar tarefa'), { key: 'Escape' });
  expect(document.activeElement).toBe(button('Editar: Catálogo'));
});
