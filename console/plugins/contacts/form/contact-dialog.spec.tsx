import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider, type I18nProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ContactView } from '../../../../contract/contact.ts';
import type { SessionUserView } from '../../../../contract/user.ts';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { ContactDialog } from './contact-dialog.tsx';

const asked: [string | undefined, string, unknown][] = [];
const keys: unknown[] = [];
let lost = 0;
vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit) => {
  asked.push([method, url, body == null ? undefined : JSON.parse(String(body))]);
  keys.push(new Headers(headers).get('idempotency-key'));
  if (lost-- > 0) throw new TypeError('the line broke');
  return Response.json(url.endsWith('/leave') ? { leftCampaigns: '2026-11-22T15:00:00.000Z' } : {});
});
const signIn = (useCampaigns: boolean) =>
  beginSession({
    ...{ id: 'u1', companyId: 'k1', profile: 'user', super: false, queues: [] },
    company: { flags: useCampaigns ? ['useCampaigns'] : [], settings: [] },
  } as unknown as SessionUserView);
const Around = ({ i18n, children }: { i18n: I18nProvider; children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <I18nContextProvider value={i18n}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: children }])} />
    </I18nContextProvider>
  </QueryClientProvider>
);
beforeEach(() => signIn(true));
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
    <Around i18n={await createI18n([plugin])}>
      <ContactDialog contact={contact} onSaved={() => {}} onClose={onClose} />
    </Around>,
  );
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Maria Alves' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked).toEqual([['PATCH', '/api/contacts/c1', { name: 'Maria Alves' }]]);
});

test('an information that is added says which ones were seen, for a colleague may be adding another', async () => {
  asked.length = 0;
  const seen = { id: 'a', name: 'Tamanho', value: 'M' };
  const contact = {
    ...{ id: 'c1', name: 'Maria', number: '5511944440010', email: '', extraInfo: [seen] },
  } as unknown as ContactView;
  const onClose = vi.fn();
  const i18n = await createI18n([plugin]);
  const dialog = (one: ContactView) => (
    <Around i18n={i18n}>
      <ContactDialog contact={one} onSaved={() => {}} onClose={onClose} />
    </Around>
  );
  const { rerender } = render(dialog(contact));
  fireEvent.click(await screen.findByRole('button', { name: 'Adicionar informação' }));
  fireEvent.change(screen.getAllByLabelText('Nome da informação').at(-1)!, { target: { value: 'Cidade' } });
  // The colleague's has come meanwhile; the form stands as it was opened.
  rerender(dialog({ ...contact, extraInfo: [seen, { id: 'b', name: 'CPF', value: '1' }] }));
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const added = { id: expect.any(String), name: 'Cidade', value: '' };
  expect(asked).toEqual([
    ['PATCH', '/api/contacts/c1', { extraInfo: [seen, added], before: { extraInfo: [seen] } }],
  ]);
});

test('what is saved again after its answer was lost is the same change, and another one once it is another', async () => {
  const contact = {
    ...{ id: 'c1', name: 'Maria', number: '5511944440010', email: '', extraInfo: [] },
  } as unknown as ContactView;
  const onClose = vi.fn();
  render(
    <Around i18n={await createI18n([plugin])}>
      <ContactDialog contact={contact} onSaved={() => {}} onClose={onClose} />
    </Around>,
  );
  const name = await screen.findByLabelText('Nome');
  keys.length = 0;
  const save = async (typed: string) => {
    const before = keys.length;
    fireEvent.change(name, { target: { value: typed } });
    lost = 1;
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    await vi.waitFor(() => expect(keys.length).toBeGreaterThan(before));
    await vi.waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(false),
    );
  };
  await save('Maria Alves');
  await save('Maria Alves');
  await save('Maria Lima');
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0], expect.any(String)]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('who gets no campaigns is said so since when; sending again asks for a reason', async () => {
  asked.length = 0;
  const contact = {
    ...{ id: 'c2', name: 'Bia', number: '5511944440011', email: '', extraInfo: [] },
    leftCampaigns: '2026-11-20T15:00:00.000Z',
  } as unknown as ContactView;
  const onSaved = vi.fn();
  render(
    <Around i18n={await createI18n([plugin])}>
      <ContactDialog contact={contact} onSaved={onSaved} onClose={() => {}} />
    </Around>,
  );
  await screen.findByText('Não recebe campanhas desde 20/11/2026');
  fireEvent.click(screen.getByRole('button', { name: 'Voltar a enviar' }));
  const reason = await screen.findByLabelText('Motivo');
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  confirm();
  await screen.findByText('Obrigatório');
  fireEvent.change(reason, { target: { value: 'ok' } });
  confirm();
  await screen.findByText('Muito curto!');
  expect(asked).toEqual([]);
  fireEvent.change(reason, { target: { value: 'Pediu por telefone' } });
  fireEvent.keyDown(reason, { key: 'Enter' });
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(asked).toEqual([['POST', '/api/contacts/c2/campaigns/join', { reason: 'Pediu por telefone' }]]);
  expect(screen.queryByText(/Não recebe campanhas/)).toBeNull();
});

test('somebody who asks for it by telephone is taken out of campaigns, where the company has any', async () => {
  asked.length = 0;
  const contact = {
    ...{ id: 'c3', name: 'Caio', number: '5511944440012', email: '', extraInfo: [], isGroup: false },
  } as unknown as ContactView;
  const onSaved = vi.fn();
  const i18n = await createI18n([plugin]);
  const dialog = (one: ContactView) => (
    <Around i18n={i18n}>
      <ContactDialog contact={one} onSaved={onSaved} onClose={() => {}} />
    </Around>
  );
  const button = () => screen.queryByRole('button', { name: 'Não enviar mais campanhas' });
  const { unmount } = render(dialog(contact));
  fireEvent.click(button()!);
  await screen.findByText('Não recebe campanhas desde 22/11/2026');
  expect(asked).toEqual([['POST', '/api/contacts/c3/campaigns/leave', undefined]]);
  expect(onSaved).toHaveBeenCalledOnce();
  unmount();
  render(dialog({ ...contact, isGroup: true }));
  await screen.findByLabelText('Nome');
  expect(button()).toBeNull();
  cleanup();
  signIn(false);
  render(dialog(contact));
  await screen.findByLabelText('Nome');
  expect(button()).toBeNull();
});
