import { render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { expect, test } from 'vitest';
import type { ContactListDetail } from '../../../contract/contact-list.ts';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { Running } from './import-running.tsx';
import { messages } from './messages/pt.ts';

const at = '2026-11-23T10:00:00.000Z';
const list: ContactListDetail = {
  ...{ id: 'l1', name: 'Clientes', createdAt: at, updatedAt: at, position: 1 },
  ...{ contactsCount: 4, validCount: 1, invalidCount: 2 },
};
const expected = { valid: 4, existing: 0, added: 4, refused: 0 } as never;

test('one number that was found is valid, two that were not are invalid', async () => {
  const i18n = await createI18n([]);
  await addMessages('contact-lists', () => messages);
  render(
    <I18nContextProvider value={i18n}>
      <Running list={list} expected={expected} from={0} report={expected} onDone={() => undefined} />
    </I18nContextProvider>,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['1 válido', '2 inválidos', '1 por conferir'],
  ]);
});
