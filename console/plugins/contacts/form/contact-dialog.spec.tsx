import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import type { ContactView } from '../../../../contract/contact.ts';
import { createI18n } from '../../../shell/i18n.ts';
import { plugin } from '../plugin.ts';
import { ContactDialog } from './contact-dialog.tsx';

const asked: [string | undefined, string, unknown][] = [];
vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
  asked.push([method, url, JSON.parse(String(body))]);
  return Response.json({});
});
afterEach(cleanup);

test('a contact that is corrected is saved by what was changed of it', async () => {
  const contact = {
    id: 'c1',
    name: 'Maria',
    number: '5511944440010',
    email: 'maria@example.org',
    extraInfo: [{ id: 'a', name: 'Tamanho', value: 'M' }],
  } as unknown as ContactView;
  const onClose = vi.fn();
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <ContactDialog contact={contact} onSaved={() => {}} onClose={onClose} />
    </I18nContextProvider>,
  );
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Maria Alves' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked).toEqual([['PATCH', '/api/contacts/c1', { name: 'Maria Alves' }]]);
});
