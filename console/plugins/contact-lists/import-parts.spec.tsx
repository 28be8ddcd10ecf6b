import { render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { expect, test } from 'vitest';
import type { ListImport } from '../../../contract/contact-list.ts';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { Summary } from './import-parts.tsx';
import { messages } from './messages/pt.ts';

const none: ListImport = {
  ...{ total: 0, valid: 0, existing: 0, added: 0, refused: 0, repeated: 0, nameless: 0 },
  ...{ columns: [], errors: [] },
};

test('a spreadsheet that has its headings alone says that it has no rows', async () => {
  const i18n = await createI18n([]);
  await addMessages('contact-lists', () => messages);
  const show = (report: ListImport) => (
    <I18nContextProvider value={i18n}>
      <Summary report={report} chosen={['number']} isBusy={false} onCancel={() => {}} onPut={() => {}} />
    </I18nContextProvider>
  );
  const { rerender } = render(show(none));
  expect(screen.getByRole('alert').textContent).toBe('A planilha não tem nenhuma linha além dos títulos.');
  rerender(show({ ...none, total: 1, valid: 1 }));
  expect(screen.queryByRole('alert')).toBeNull();
});
