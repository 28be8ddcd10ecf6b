import { fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { expect, test, vi } from 'vitest';
import type { ContactListDetail } from '../../../contract/contact-list.ts';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { ItemTabs } from './item-tabs.tsx';
import { messages } from './messages/pt.ts';

const at = '2026-11-23T10:00:00.000Z';
const list: ContactListDetail = {
  ...{ id: 'l1', name: 'Clientes', createdAt: at, updatedAt: at, position: 1 },
  ...{ contactsCount: 1_500, validCount: 1_200, invalidCount: 40 },
};

test('each tab says how many it shows, those who were not asked for yet too, and is chosen by a press', async () => {
  const i18n = await createI18n([]);
  await addMessages('contact-lists', () => messages);
  const choose = vi.fn();
  render(
    <I18nContextProvider value={i18n}>
      <ItemTabs list={list} chosen="valid" onChoose={choose} />
    </I18nContextProvider>,
  );
  const tabs = screen.getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    ...['Todos 1.500', 'Números válidos 1.200', 'Números inválidos 40', 'Por conferir 260'],
  ]);
  expect(screen.getByRole('tab', { selected: true })).toBe(tabs[1]);
  for (const tab of tabs) fireEvent.click(tab);
  expect(choose.mock.calls).toEqual([[undefined], ['valid'], ['invalid'], ['unchecked']]);
});
