import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { plugin } from '../plugin.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { TagEditor } from './tag-editor.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = async (count: number) => {
  const tags = Array.from({ length: count }, (_, index) => ({
    ...{ id: `t${index}`, name: `Etiqueta ${index}`, color: '#4073d4' },
  }));
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TagEditor ticket={aTicket({ id: 't1', tags })} />
      </QueryClientProvider>
    </I18nContextProvider>,
  );
};
const worn = () => screen.getAllByRole('button', { name: /^Remover a etiqueta/ }).length;

test('of many tags the first dozen are shown, so that the rest of the panel stays in sight', async () => {
  await show(50);
  expect(worn()).toBe(12);
  fireEvent.click(screen.getByRole('button', { name: 'Ver as 50 etiquetas' }));
  expect(worn()).toBe(50);
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar menos' }));
  expect(worn()).toBe(12);
});

test('a dozen stand there as they are', async () => {
  await show(12);
  expect(worn()).toBe(12);
  expect(screen.queryByRole('button', { name: /^Ver/ })).toBeNull();
});

test('no tag is offered to be made before it is known which there are: what was typed finds them when they come', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  await show(0);
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar etiqueta' }));
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Adicionar etiqueta' });
  fireEvent.change(field, { target: { value: 'Orçamento' } });
  await screen.findByText('Carregando');
  expect(screen.queryByRole('option')).toBeNull();
  await act(async () => answer.resolve(Response.json([{ id: 't9', name: 'Orçamento', color: '#4073d4' }])));
  await screen.findByRole('option', { name: 'Orçamento' });
  expect(screen.getAllByRole('option')).toHaveLength(1);
  expect(field.value).toBe('Orçamento');
});

test('where it could not be learned which tags there are, that is said', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'ERR_INTERNAL', message: '' }, { status: 500 }));
  await show(0);
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar etiqueta' }));
  const field = await screen.findByRole('combobox', { name: 'Adicionar etiqueta' });
  fireEvent.change(field, { target: { value: 'Orçamento' } });
  await screen.findByText('Não foi possível carregar');
  expect(screen.queryByRole('option')).toBeNull();
});
