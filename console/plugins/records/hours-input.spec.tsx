import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { queue } from '../../../domain/records/index.ts';
import { createI18n } from '../../shell/i18n.ts';
import { HoursInput } from './hours-input.tsx';
import { plugin } from './plugin.ts';

afterEach(cleanup);

const Form = () => {
  const [value, onChange] = useState<unknown>(queue.fields.schedules.default);
  return (
    <HoursInput
      {...{ id: 'hours', name: 'schedules', label: '', field: queue.fields.schedules, value, onChange }}
      {...{ error: undefined, resource: 'queues', record: undefined, saved: () => undefined, first: false }}
    />
  );
};

test('a closed day has no hours to fill in; opened it has those of the other days', async () => {
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
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
