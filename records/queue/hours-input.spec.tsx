import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { partTexts } from '../../console/plugins/records/texts.ts';
import { addMessages, createI18n } from '../../console/shell/i18n.ts';
import { defaultSchedules } from '../../domain/company/hours.ts';
import { HoursInput } from './hours-input.tsx';
import { record } from './record.ts';
import { parts } from './screens.tsx';

afterEach(cleanup);

const words = async () => {
  const i18n = await createI18n([]);
  await addMessages('queue', (locale) => partTexts(record, parts, locale));
  return i18n;
};

const Form = ({ days = defaultSchedules }) => {
  const [value, onChange] = useState<unknown>(days);
  return <HoursInput value={value} onChange={onChange} />;
};

test('a closed day has no hours to fill in; opened it has those of the other days', async () => {
  render(
    <I18nContextProvider value={await words()}>
      <Form />
    </I18nContextProvider>,
  );
  expect(screen.queryByLabelText('Domingo: Abre')).toBeNull();
  expect(screen.getByText('Fechado')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Domingo: aberto'));
  expect(screen.getByLabelText<HTMLInputElement>('Domingo: Abre').value).toBe('08:00');
  fireEvent.click(screen.getByLabelText('Domingo: aberto'));
  expect(screen.queryByLabelText('Domingo: Fecha')).toBeNull();
});

test('times are typed as digits, and none that is none is taken', async () => {
  render(
    <I18nContextProvider value={await words()}>
      <Form />
    </I18nContextProvider>,
  );
  const opens = screen.getByLabelText<HTMLInputElement>('Segunda-feira: Abre');
  fireEvent.change(opens, { target: { value: '0930' } });
  expect(opens.value).toBe('09:30');
  fireEvent.change(opens, { target: { value: '2530' } });
  fireEvent.blur(opens);
  expect(opens.value).toBe('09:30');
});

test('a day without an entry, as a program may send them, is closed and can be opened', async () => {
  render(
    <I18nContextProvider value={await words()}>
      <Form days={defaultSchedules.slice(0, 1)} />
    </I18nContextProvider>,
  );
  fireEvent.click(screen.getByLabelText('Domingo: aberto'));
  expect(screen.getByLabelText<HTMLInputElement>('Domingo: Abre').value).toBe('08:00');
  expect(screen.getAllByText('Fechado')).toHaveLength(5);
});
