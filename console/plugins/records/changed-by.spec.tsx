import { render } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { RecordContextProvider } from 'react-admin';
import { expect, test } from 'vitest';
import { admin } from '../../../testing/admin.ts';
import { createI18n } from '../../shell/i18n.ts';
import { locales } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { beginSession } from '../../shell/session-store.ts';
import { store } from '../../shell/storage.ts';
import { ChangedBy } from './changed-by.tsx';

const plugin = definePlugin({
  name: 'records',
  messages: {
    pt: async () => (await import('./messages/pt.ts')).messages,
    en: async () => (await import('./messages/en.ts')).messages,
    es: async () => (await import('./messages/es.ts')).messages,
  },
});
/** In São Paulo it is still the day before. */
const row = { id: 'q1', updatedAt: '2026-03-05T01:30:00.000Z', updatedBy: 'Ana', position: 1 };

test.each(locales)('the day of the last change is the company’s, and dd/MM in %s too', async (locale) => {
  store('locale', locale);
  beginSession(admin, 'a token');
  const { container, unmount } = render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <RecordContextProvider value={row}>
        <ChangedBy />
      </RecordContextProvider>
    </I18nContextProvider>,
  );
  expect(container.textContent).toMatch(/Ana.*04\/03/);
  unmount();
});
