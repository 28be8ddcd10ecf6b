import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { Note } from './note.tsx';

afterEach(() => {
  cleanup();
  endSession('logout');
});

test('an address in a note is followed by who reads it; that of a note which was deleted is not', async () => {
  beginSession({
    ...{ id: 'u1', companyId: 'c', profile: 'user', queues: [] },
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Parameters<typeof beginSession>[0]);
  const i18n = await createI18n([plugin]);
  const note = (struck: boolean) => (
    <I18nContextProvider value={i18n}>
      <Note
        author="Ana"
        at="2026-11-21T14:02:00.000Z"
        text="Pedido em https://loja.example/8."
        struck={struck}
      />
    </I18nContextProvider>
  );
  const { rerender } = render(note(false));
  expect(screen.getByRole('link', { name: 'https://loja.example/8' }).getAttribute('rel')).toBe(
    'noopener noreferrer',
  );
  rerender(note(true));
  expect(screen.queryByRole('link')).toBeNull();
});
