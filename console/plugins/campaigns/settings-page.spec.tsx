import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hourly } from '../../../domain/campaign/pace.ts';
import { bodyOf, button, show } from '../../../testing/campaigns.tsx';
import { notify } from '../../shell/notify.ts';
import { defaultSettings } from './data.ts';

test('the settings begin with 20, 20 and 60, and a variable counts once', async () => {
  const success = vi.spyOn(notify, 'success');
  const asked = await show('/campaigns-config', {
    '/campaign-settings': [
      { key: 'variables', value: '[{"key":"loja","value":"Rua A"}]' },
      { key: 'leavingWords', value: '["SAIR"]' },
    ],
  });
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
  await screen.findByLabelText('Intervalo aleatório');
  expect(
    ['Intervalo aleatório', 'Intervalo maior após', 'Intervalo maior'].map((label) => field(label).value),
  ).toEqual(['20', '20', '60']);
  const optionsOf = (label: string) => [...field(label).querySelectorAll('option')].map(({ value }) => value);
  expect(optionsOf('Intervalo aleatório')).toEqual(['0', '5', '10', '15', '20']);
  const longer = ['0', '1', '5', '10', '15', '20', '30', '40', '60', '80', '100', '120'];
  expect(optionsOf('Intervalo maior após')).toEqual(longer);
  expect(optionsOf('Intervalo maior')).toEqual(longer);
  fireEvent.change(field('Atalho'), { target: { value: 'loja' } });
  fireEvent.change(field('Conteúdo'), { target: { value: 'Rua B' } });
  expect(screen.getByText('Já existe')).toBeTruthy();
  fireEvent.click(button('Adicionar'));
  fireEvent.change(field('Atalho'), { target: { value: 'site' } });
  fireEvent.click(button('Adicionar'));
  await screen.findByText('{{site}}');
  fireEvent.change(field('Intervalo aleatório'), { target: { value: '5' } });
  fireEvent.click(button('Salvar configurações'));
  await waitFor(() => expect(success).toHaveBeenCalledWith('campaigns.settings.saved'));
  expect(bodyOf(asked, 'POST /campaign-settings')).toEqual({
    settings: {
      messageInterval: 5,
      variables: [
        { key: 'loja', value: 'Rua A' },
        { key: 'site', value: 'Rua B' },
      ],
    },
  });
});

test('a variable of a name of the product’s is not added; an old one is said to have no effect', async () => {
  await show('/campaigns-config', {
    '/campaign-settings': [{ key: 'variables', value: '[{"key":"Name","value":"x"}]' }],
  });
  expect(await screen.findByText('Sem efeito: o produto tem uma variável com este nome')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Atalho'), { target: { value: 'firstname' } });
  fireEvent.change(screen.getByLabelText('Conteúdo'), { target: { value: 'x' } });
  expect(screen.getByText('O produto já tem uma variável com este nome')).toBeTruthy();
  fireEvent.click(button('Adicionar'));
  fireEvent.change(screen.getByLabelText('Atalho'), { target: { value: 'cidade' } });
  fireEvent.click(button('Adicionar'));
  await screen.findByText('{{cidade}}');
  expect(screen.queryByText('{{firstname}}')).toBeNull();
});

test('who saves settings keeps what somebody else changed meanwhile', async () => {
  const success = vi.spyOn(notify, 'success');
  const rows = [
    { key: 'variables', value: '[{"key":"loja","value":"Rua A"},{"key":"site","value":"s"}]' },
    { key: 'leavingWords', value: '["SAIR"]' },
  ];
  const asked = await show('/campaigns-config', { '/campaign-settings': rows });
  await screen.findByText('{{loja}}');
  fireEvent.click(button('Excluir loja'));
  fireEvent.change(screen.getByLabelText('Atalho'), { target: { value: 'cidade' } });
  fireEvent.change(screen.getByLabelText('Conteúdo'), { target: { value: 'Santos' } });
  fireEvent.click(button('Adicionar'));
  await screen.findByText('{{cidade}}');
  rows[0]!.value =
    '[{"key":"loja","value":"Rua A"},{"key":"site","value":"s"},{"key":"bairro","value":"Gonzaga"}]';
  fireEvent.click(button('Salvar configurações'));
  await waitFor(() => expect(success).toHaveBeenCalledWith('campaigns.settings.saved'));
  expect(bodyOf(asked, 'POST /campaign-settings')).toEqual({
    settings: {
      variables: [
        { key: 'site', value: 's' },
        { key: 'bairro', value: 'Gonzaga' },
        { key: 'cidade', value: 'Santos' },
      ],
    },
  });
});

test('the pace is written as people write numbers and times', async () => {
  await show('/campaigns-config', { '/campaign-settings': [{ key: 'messageInterval', value: '0' }] });
  expect(await screen.findByText('1.200 mensagens por hora')).toBeTruthy();
  expect(screen.getByText('1.000 contatos levam 50 min')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Intervalo aleatório'), { target: { value: '20' } });
  expect(screen.getByText('163 mensagens por hora')).toBeTruthy();
  expect(screen.getByText('1.000 contatos levam 6 h 9 min')).toBeTruthy();
});

test('the pace is what the intervals leave of an hour', () => {
  expect(hourly(defaultSettings)).toBe(163);
  expect(hourly({ ...defaultSettings, longerIntervalAfter: 0 })).toBe(180);
  expect(hourly({ ...defaultSettings, messageInterval: 0, greaterInterval: 0 })).toBeNull();
});
