import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { plugin } from '../plugin.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { TagEditor } from './tag-editor.tsx';

afterEach(cleanup);

const show = async (count: number) => {
  const tags = Array.from({ length: count }, (_, index) => ({
    ...{ id: `t${index}`, name: `Etiqueta ${index}`, color: '#4073d4' },
  }));
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <QueryClientProvider client={new QueryClient()}>
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
