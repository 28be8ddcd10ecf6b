import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { plugin } from './plugin.ts';
import { SecretFields } from './secret-fields.tsx';

// A channel that the product does not have: its form comes from its declaration.
vi.mock('../../../channels/registry.ts', async (original) => {
  const product = await original<typeof import('../../../channels/registry.ts')>();
  return {
    channels: [...product.channels, (await import('../../../channels/testing-carrier.ts')).carrier],
  };
});
afterEach(cleanup);

const draw = async (channel: string, more: { kept?: boolean; errors?: Record<string, string> } = {}) => {
  const typed: object[] = [];
  const { kept = false, errors = {} } = more;
  const said = (code: string) => `said: ${code}`;
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <SecretFields
        {...{ id: 'c', channel, kept, errors, said, values: {} }}
        onChange={(values) => typed.push(values)}
      />
    </I18nContextProvider>,
  );
  return typed;
};

it('a channel that is paired by a token asks for it, hidden while it is typed', async () => {
  const typed = await draw('carrier', { errors: { 'secrets.token': 'required' } });
  const field = screen.getByLabelText('Chave') as HTMLInputElement;
  expect(field.type).toBe('password');
  fireEvent.change(field, { target: { value: 'abc' } });
  expect(typed).toEqual([{ token: 'abc' }]);
  expect(screen.getByRole('alert').textContent).toBe('said: required');
});

it('one that is kept is not shown, only said to be there', async () => {
  await draw('carrier', { kept: true });
  expect((screen.getByLabelText('Chave') as HTMLInputElement).value).toBe('');
  expect(screen.getByText('Deixe em branco para manter o que já está guardado.')).toBeTruthy();
});

it.each(['whatsapp', 'simulator', 'unknown'])('%s asks for nothing', async (channel) => {
  await draw(channel);
  expect(document.querySelectorAll('input')).toHaveLength(0);
});
