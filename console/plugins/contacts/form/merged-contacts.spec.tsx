import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ContactView, MergeView } from '../../../../contract/contact.ts';
import type { SessionUserView } from '../../../../contract/user.ts';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { MergedContacts } from './merged-contacts.tsx';

const contact = { id: 'c1', name: 'Fábio', number: '5511944440010', isGroup: false } as ContactView;
const merge: MergeView = {
  ...{ contactId: 'c2', name: 'Gina', number: '5511944440011', at: '2026-11-20T15:00:00.000Z' },
  ...{ by: { kind: 'user', id: 'u1', name: 'Ana' }, until: '2026-12-20T15:00:00.000Z' },
};
let merges: readonly MergeView[] = [];
const asked: [string | undefined, string, unknown][] = [];
vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
  asked.push([method, url, body == null ? undefined : JSON.parse(String(body))]);
  return Response.json(url.endsWith('/merges') ? { merges } : { kept: contact, restored: { id: 'c2' } });
});
const signIn = (profile: 'user' | 'supervisor') =>
  beginSession({
    ...{ id: 'u1', companyId: 'k1', profile, super: false, queues: [] },
    company: { flags: [], settings: [] },
  } as unknown as SessionUserView);
const show = async () => {
  const onUndone = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <MergedContacts contact={contact} onUndone={onUndone} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  return onUndone;
};
beforeEach(() => {
  signIn('supervisor');
  asked.length = 0;
});
afterEach(cleanup);

// The dialog is loaded when it is opened: longer than a second on a machine that is busy.
test('says who became part of it, when and by whom; undone after a question that says what will happen', async () => {
  merges = [merge];
  const onUndone = await show();
  await screen.findByText('Unido com Gina em 20/11/2026 por Ana');
  screen.getByText('Pode ser desfeito até 20/12/2026.');
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
  dialog.getByText(/Gina volta a ser um contato/);
  expect(asked).toHaveLength(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Desfazer a união' }));
  await vi.waitFor(() => expect(onUndone).toHaveBeenCalledWith(contact));
  expect(asked[1]).toEqual(['POST', '/api/contacts/c1/unmerge', { otherId: 'c2' }]);
});

test('of one that cannot be undone it says why', async () => {
  merges = [{ ...merge, by: { kind: 'system', id: 'gateway', name: '' }, refusal: 'ERR_MERGE_MIXED' }];
  await show();
  await screen.findByText('Unido com Gina em 20/11/2026');
  const why = screen.getByText(/Os dois escreveram no mesmo atendimento/);
  const undo = screen.getByRole('button', { name: 'Desfazer' });
  expect(undo).toHaveProperty('disabled', true);
  expect(undo.getAttribute('aria-describedby')).toBe(why.id);
});

test('asks nothing for who may not merge', async () => {
  signIn('user');
  await show();
  expect(asked).toEqual([]);
});
