import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DataProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { record as queueOption } from '../queue-option/record.ts';
import { record } from './record.ts';
import { parts } from './screens.tsx';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
const option = (
  id: string,
  title: string,
  place: string,
  parentId: string | null = null,
  message = '',
): Row => ({
  ...{ id, title, option: place, parentId, message, queueId: 'q1', mediaPath: null, mediaName: null },
});
const queue = {
  ...{
    id: 'q1',
    number: 1,
    name: 'Suporte',
    color: '#4073d4',
    orderQueue: 1,
    outOfHoursMessage: 'Voltamos amanhã.',
  },
  greetingMessage: 'Olá {{firstName}}!',
  schedules: [],
  mediaPath: null,
  mediaName: null,
};

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly body: { readonly changes?: readonly object[] };
}

interface Opened {
  readonly rows?: Row[];
  /** What the server says to the tree. */
  readonly answer?: () => Response;
  readonly settings?: Readonly<Record<string, string>>;
  /** Of the queue, besides. */
  readonly fields?: object;
  /** Where the server has nothing. */
  readonly missing?: RegExp;
}

/** Opens the form of the queue. */
async function open({ rows = [], answer, settings = {}, fields, missing }: Opened = {}) {
  const row = { ...queue, ...fields };
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, init?: { method?: string; body?: string }) => {
    const path = new URL(String(url), 'http://localhost').pathname;
    if (missing?.test(path)) return Response.json({ error: 'ERR_NOT_FOUND', message: '' }, { status: 404 });
    if (!path.endsWith('/tree')) return Response.json([]);
    asked.push({ path, method: init?.method ?? 'GET', body: JSON.parse(init?.body ?? '{}') });
    return answer?.() ?? Response.json(rows);
  });
  const lists: Record<string, Row[]> = {
    queues: [row],
    queueOptions: rows,
    prompts: [],
    queueIntegrations: [],
  };
  const provider = {
    getList: async (resource: string) => ({ data: [...lists[resource]!], total: lists[resource]!.length }),
    getOne: async () => ({ data: row }),
    getMany: async () => ({ data: [] }),
    update: async (_resource: string, { data }: { data: object }) => ({ data: { ...queue, ...data } }),
  } as unknown as DataProvider;
  await showScreen({ entry: { path: '/queues' }, record, child: queueOption, parts }, provider, {
    settings,
  });
  fireEvent.click(await screen.findByRole('link', { name: 'Editar Suporte' }));
  fireEvent.click(await screen.findByRole('tab', { name: 'Opções do robô' }));
  return { asked, lists };
}
const log = () => within(screen.getByRole('log', { name: 'Conversa de teste' }));
const say = (text: string) => {
  const input = screen.getByLabelText('Responda como cliente');
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
};
const titles = () =>
  screen.getAllByRole('listitem').flatMap((one) => one.querySelector('.qe-title')?.textContent ?? []);
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const tree = () => [
  option('a', 'Prazo', '1', null, 'Dois dias'),
  option('b', 'Boleto', '2'),
  option('c', 'Capital', '1', 'a', 'Um dia'),
];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a draft is talked to before it is saved, and nothing of it goes anywhere', async () => {
  const { asked } = await open();
  expect(await log().findByText(/Olá Marina!/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Nova opção' }));
  fireEvent.change(await screen.findByLabelText('Título'), { target: { value: 'Trocas' } });
  fireEvent.change(screen.getByLabelText('Mensagem'), {
    target: { value: 'Trocamos em 7 dias, {{firstName}}.' },
  });
  say('1');
  expect(await log().findByText(/Trocamos em 7 dias, Marina\./)).toBeTruthy();
  expect(screen.getByText('1 de 1 opções testadas')).toBeTruthy();
  // The talk is what it would be now, with whatever is typed.
  fireEvent.change(screen.getByLabelText('Mensagem'), { target: { value: 'Trocamos em 30 dias.' } });
  expect(await log().findByText(/Trocamos em 30 dias\./)).toBeTruthy();
  expect(log().queryByText(/7 dias/)).toBeNull();
  say('0');
  expect(await log().findByText('O cliente pediu um atendente. O robô fica quieto.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Começar de novo' }));
  expect(log().queryByText(/30 dias/)).toBeNull();
  expect(asked).toEqual([]);
});

test('a prompt that was deleted answers nobody: the phone shows the menu, as customers see it', async () => {
  await open({ rows: tree(), fields: { promptId: 'gone' }, missing: /\/prompt\/gone$/ });
  expect(await log().findByText(/Boleto/)).toBeTruthy();
});

test('a prompt that is there answers instead of the menu', async () => {
  await open({ rows: tree(), fields: { promptId: 'p1' } });
  expect(await log().findByText(/Olá Marina!/)).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(log().queryByText(/Boleto/)).toBeNull();
});

test('Alt and the arrows move an option, and the whole tree is saved in one call', async () => {
  const { asked } = await open({ rows: tree() });
  await screen.findByText('Boleto');
  expect(titles()).toEqual(['1Prazo', '1Capital', '2Boleto']);
  fireEvent.keyDown(screen.getByRole('button', { name: '2 Boleto' }), { key: 'ArrowUp', altKey: true });
  expect(titles()).toEqual(['1Boleto', '2Prazo', '1Capital']);
  expect(screen.getByText('Boleto: 1 de 2')).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('button', { name: '1 Capital' }), { key: 'ArrowLeft', altKey: true });
  expect(titles()).toEqual(['1Boleto', '2Prazo', '3Capital']);
  save();
  await waitFor(() =>
    expect(asked).toEqual([
      {
        path: '/api/queue/q1/tree',
        method: 'PUT',
        body: {
          changes: [
            { update: 'b', values: { parentId: null, option: '1' }, before: { parentId: null } },
            { update: 'c', values: { parentId: null, option: '3' }, before: { parentId: 'a' } },
          ],
        },
      },
    ]),
  );
});

test('a branch is deleted after a warning that counts what goes with it', async () => {
  const { asked } = await open({ rows: tree() });
  fireEvent.click(await screen.findByRole('button', { name: 'Mais ações: Prazo' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('A opção dentro dela vai junto.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(titles()).toEqual(['1Boleto']));
  save();
  await waitFor(() => expect(asked[0]?.body.changes).toEqual([{ delete: 'a', below: 1 }]));
});

test('who was second is told so, keeps what they typed, and sees what the first one did', async () => {
  let isFirst = true;
  const conflict = Response.json({ error: 'ERR_CONFLICT' }, { status: 409 });
  const { asked, lists } = await open({
    rows: tree(),
    answer: () => (isFirst ? conflict.clone() : Response.json(lists.queueOptions)),
  });
  fireEvent.click(await screen.findByRole('button', { name: '2 Boleto' }));
  fireEvent.change(screen.getByLabelText('Título'), { target: { value: 'Segunda via' } });
  lists.queueOptions = [
    ...tree().filter(({ id }) => id !== 'b'),
    option('b', 'Boleto bancário', '2'),
    option('d', 'Trocas', '3'),
  ];
  save();
  await screen.findByText(/Alguém mudou isto ao mesmo tempo/);
  await screen.findByText('Trocas');
  expect(screen.getByLabelText<HTMLInputElement>('Título').value).toBe('Segunda via');
  isFirst = false;
  save();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.body.changes).toEqual([
    { update: 'b', values: { title: 'Segunda via' }, before: { title: 'Boleto bancário' } },
  ]);
});

test('hours have a tab only where queues have hours of their own', async () => {
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
  await open();
  expect(tabs()).toEqual(['Dados da fila', 'Opções do robô']);
  cleanup();
  await open({ settings: { scheduleType: 'company' } });
  expect(tabs()).toEqual(['Dados da fila', 'Opções do robô']);
  cleanup();
  await open({ settings: { scheduleType: 'queue' } });
  expect(tabs()).toEqual(['Dados da fila', 'Horários de atendimento', 'Opções do robô']);
});

test('fifty colours have names and are reached by the arrows', async () => {
  await open();
  fireEvent.click(screen.getByRole('tab', { name: 'Dados da fila' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Paleta de 50 cores' }));
  const group = within(screen.getByRole('radiogroup', { name: 'Paleta de 50 cores' }));
  const [first] = group.getAllByRole('radio');
  expect(group.getAllByRole('radio')).toHaveLength(50);
  first!.focus();
  fireEvent.keyDown(first!, { key: 'ArrowDown' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Vermelho claro');
  fireEvent.click(document.activeElement!);
  expect(group.getByRole('radio', { name: 'Vermelho claro' }).getAttribute('aria-checked')).toBe('true');
});
