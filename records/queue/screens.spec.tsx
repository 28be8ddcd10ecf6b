import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { record as queueOption } from '../queue-option/record.ts';
import { record } from './record.ts';
import { parts } from './screens.tsx';

const show = async () => {
  const held = [
    { id: 'q1', number: 1, name: 'Suporte', color: '#112233' },
    { id: 'q2', number: 2, name: 'Vendas', color: '#112233' },
  ];
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json(
      new URL(String(url), 'http://localhost').pathname === '/api/users/list'
        ? [{ queues: [{ id: 'q1' }] }]
        : [{ queues: [{ id: 'q1' }] }, { queues: [] }],
    ),
  );
  await showScreen(
    { entry: { path: '/queues' }, record, child: queueOption, parts },
    {
      getList: async () => ({ data: [...held], total: held.length }) as never,
      create: async (_resource: string, { data }: { data: object }) =>
        ({ data: { ...data, id: 'q3' } }) as never,
    },
    {
      routes: (
        <>
          <Route path="/users" element={<p>page of users</p>} />
          <Route path="/connections" element={<p>page of connections</p>} />
        </>
      ),
    },
  );
};
const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a queue of nobody says so in words, and leads to where that is mended', async () => {
  await show();
  const orphan = await row('Vendas');
  expect((await orphan.findByRole('link', { name: 'Nenhuma conexão' })).getAttribute('href')).toBe(
    '/connections',
  );
  fireEvent.click(orphan.getByRole('link', { name: 'Nenhum atendente' }));
  await screen.findByText('page of users');
});

test('one that somebody attends says nothing', async () => {
  await show();
  await (await row('Vendas')).findByRole('link', { name: 'Nenhuma conexão' });
  expect((await row('Suporte')).queryByRole('link', { name: /^Nenhum/ })).toBeNull();
});

test('after one was created the next steps are offered', async () => {
  await show();
  await row('Suporte');
  fireEvent.click(screen.getByRole('link', { name: 'Nova fila' }));
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Trocas' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText(/^Fila criada\./);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Conexões' }));
  await screen.findByText('page of connections');
});

test('the list has number, name, colour, order and greeting, and what can be done with a row', async () => {
  await show();
  await row('Suporte');
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.filter(Boolean)).toEqual(['Nº', 'Nome', 'Cor', 'Ordem', 'Saudação', 'Ações']);
  const support = await row('Suporte');
  for (const name of ['Editar Suporte', 'Excluir Suporte']) support.getByLabelText(name);
});
