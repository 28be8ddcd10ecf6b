import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { ConnectionSettings } from '../../../domain/connection/settings.ts';
import { createI18n } from '../../shell/i18n.ts';
import { plugin } from './plugin.ts';
import { SettingFields } from './setting-fields.tsx';

// A channel that the product does not have: its form comes from its declaration.
vi.mock('../../../channels/registry.ts', async (original) => {
  const product = await original<typeof import('../../../channels/registry.ts')>();
  return {
    channels: [...product.channels, (await import('../../../testing/carrier.ts')).carrier],
  };
});
afterEach(cleanup);

const draw = async (
  channel: string,
  values: ConnectionSettings = {},
  errors: Record<string, string> = {},
) => {
  const typed: object[] = [];
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <SettingFields
        {...{ channel, values, errors }}
        said={(code) => `said: ${code}`}
        onChange={(next) => typed.push(next)}
      />
    </I18nContextProvider>,
  );
  return typed;
};

it('asks for what the channel declares, as it is now or as usual', async () => {
  const typed = await draw('carrier', { ring: 'blue' });
  const flock = screen.getByLabelText('Bando') as HTMLInputElement;
  expect([flock.type, flock.value, flock.min, flock.max]).toEqual(['number', '2', '1', '9']);
  const ring = screen.getByLabelText('Anel') as HTMLSelectElement;
  expect([ring.value, [...ring.options].map(({ text }) => text)]).toEqual(['blue', ['Vermelho', 'Azul']]);
  expect((screen.getByLabelText('Voa à noite') as HTMLInputElement).checked).toBe(false);
  expect(screen.getByText('Quantos pombos voam juntos.')).toBeTruthy();
  fireEvent.change(flock, { target: { value: '3' } });
  fireEvent.click(screen.getByLabelText('Voa à noite'));
  expect(typed).toEqual([
    { ring: 'blue', flock: 3 },
    { ring: 'blue', night: true },
  ]);
});

it('says what the API did not take, at its field', async () => {
  await draw('carrier', { flock: 10 }, { 'settings.flock': 'invalid' });
  expect(screen.getByRole('alert').textContent).toBe('said: invalid');
  expect(screen.getByLabelText('Bando').getAttribute('aria-invalid')).toBe('true');
});

it('a number that is paired may be called by a name of its own on its phone', async () => {
  const typed = await draw('whatsapp');
  const field = screen.getByLabelText('Nome do aparelho') as HTMLInputElement;
  expect([field.value, field.maxLength]).toEqual(['Balcão', 30]);
  fireEvent.change(field, { target: { value: 'Loja' } });
  expect(typed).toEqual([{ deviceName: 'Loja' }]);
});

it.each(['simulator', 'unknown'])('%s asks for nothing', async (channel) => {
  await draw(channel);
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});
