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
    channels: [...product.channels, (await import('../../../testing/carrier.ts')).carrier],
  };
});
afterEach(cleanup);

const draw = async (
  channel: string,
  more: {
    kept?: Record<string, string>;
    values?: Record<string, string | null>;
    errors?: Record<string, string>;
  } = {},
) => {
  const typed: object[] = [];
  const { kept = {}, errors = {}, values = {} } = more;
  const said = (code: string) => `said: ${code}`;
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <SecretFields
        {...{ channel, keptSecrets: kept, errors, said, values }}
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
  await draw('carrier', { kept: { token: '' } });
  expect((screen.getByLabelText('Chave') as HTMLInputElement).value).toBe('');
  expect(screen.getByText('Deixe em branco para manter o que já está guardado.')).toBeTruthy();
});

it('a proxy that is kept is shown as host and port, and may be removed', async () => {
  const typed = await draw('whatsapp', { kept: { proxy: 'proxy.example:1080' } });
  expect((screen.getByLabelText(/^Proxy/) as HTMLInputElement).value).toBe('');
  expect(screen.getByText('Atual: proxy.example:1080. Deixe em branco para manter.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remover: Proxy' }));
  expect(typed).toEqual([{ proxy: null }]);
});

it('one that is to be removed says so, and may stay after all', async () => {
  const typed = await draw('whatsapp', { kept: { proxy: 'h:1' }, values: { proxy: null } });
  expect((screen.getByLabelText(/^Proxy/) as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByText('Será removido ao salvar.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Manter' }));
  expect(typed).toEqual([{ proxy: '' }]);
});

it('where there is none nothing can be removed, and an example says what to type', async () => {
  await draw('whatsapp');
  expect(screen.getByText(/http:\/\/usuario:senha@host:porta/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it.each(['simulator', 'unknown'])('%s asks for nothing', async (channel) => {
  await draw(channel);
  expect(document.querySelectorAll('input')).toHaveLength(0);
});
