import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { record } from './record.ts';
import { parts } from './screens.tsx';

const row = {
  id: 'p1',
  number: 1,
  name: 'Vendedora',
  queueId: 'q1',
  prompt: 'Você vende tinta.',
  apiKeySet: true,
  voiceKeySet: false,
  baseUrl: 'https://api.openai.com/v1',
  model: 'gpt-4o-mini',
  transcriptionModel: 'whisper-1',
  dailyTokens: 0,
  handOverWords: '',
  maxMessages: 10,
  maxTokens: 100,
  temperature: 1,
  voice: 'texto',
  voiceRegion: '',
};
let saved: object[] = [];
beforeEach(() => {
  saved = [];
  vi.stubGlobal('fetch', async () => Response.json({}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('who deletes a prompt is told in which queues it answers', async () => {
  const queues = [
    { name: 'Vendas', promptId: 'p1', integrationId: null },
    { name: 'Suporte', promptId: 'p1', integrationId: 'i1' },
    { name: 'Cobrança', promptId: null, integrationId: null },
  ];
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json(new URL(String(url), 'http://localhost').pathname === '/api/queue' ? queues : {}),
  );
  const shownParts = { beforeDelete: parts.beforeDelete!, texts: parts.texts! };
  await showScreen(
    { entry: { path: '/prompts' }, record, child: undefined, parts: shownParts },
    {
      getList: async () => ({ data: [row], total: 1 }) as never,
      getMany: async () => ({ data: [{ id: 'q1', name: 'Vendas' }] }) as never,
    },
  );
  fireEvent.click(await screen.findByLabelText('Excluir Vendedora'));
  const question = within(await screen.findByRole('dialog'));
  await question.findByText(/^Hoje responde em: Vendas\. Quem escrever depois/);
  question.getByText('Deseja realmente excluir esse registro?');
});

/** Opens the form of the prompt. */
async function open(more: object = {}) {
  const data = { ...row, ...more };
  const queue = { id: 'q1', name: 'Vendas' };
  await showScreen(
    { entry: { path: '/prompts' }, record, child: undefined, parts: {} },
    {
      getList: async (resource: string) =>
        ({ data: [resource === 'prompts' ? data : queue], total: 1 }) as never,
      getMany: async () => ({ data: [queue] }) as never,
      getOne: async () => ({ data }) as never,
      update: async (_resource: string, { data: changes }: { data: object }) => {
        saved.push(changes);
        return { data: { ...data, ...changes } } as never;
      },
    },
  );
  fireEvent.click(await screen.findByLabelText('Editar Vendedora'));
  const form = within(await screen.findByRole('dialog'));
  const field = (name: string) => form.findByLabelText(name) as Promise<HTMLInputElement>;
  return {
    key: await field('Chave da API'),
    address: await field('Endereço do provedor'),
    type: (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } }),
    save: () => fireEvent.click(form.getByRole('button', { name: 'Salvar' })),
  };
}
const said = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
const asked = 'O endereço mudou: escreva de novo.';

test('a key that is kept says so, and a form that leaves its address alone is saved without it', async () => {
  const form = await open();
  expect(said(form.key)).toBe('Gravado. Escreva outro para trocá-lo.');
  expect(form.key.getAttribute('aria-required')).not.toBe('true');
  form.type(screen.getByLabelText('Modelo'), 'gpt-5');
  form.save();
  await waitFor(() => expect(saved).toEqual([{ model: 'gpt-5' }]));
});

test('another address asks for the key again, at its field', async () => {
  const form = await open();
  form.type(form.address, 'https://other.example/v1');
  await waitFor(() => expect(said(form.key)).toBe(asked));
  expect(form.key.getAttribute('aria-required')).toBe('true');
  form.save();
  await waitFor(() => expect(form.key.getAttribute('aria-invalid')).toBe('true'));
  expect(said(form.key)).toBe(asked);
  expect(saved).toEqual([]);
  form.type(form.key, 'sk-other');
  form.save();
  await waitFor(() => expect(saved).toEqual([{ apiKey: 'sk-other', baseUrl: 'https://other.example/v1' }]));
});

test('an address of before passwords in it were refused stays as it is while something else is changed', async () => {
  const form = await open({ baseUrl: 'https://ana:senha@old.example/v1' });
  form.type(screen.getByLabelText('Modelo'), 'gpt-5');
  form.save();
  await waitFor(() => expect(saved).toEqual([{ model: 'gpt-5' }]));
});

test('a password in another address is refused with what is wrong about it', async () => {
  const form = await open({ baseUrl: 'https://ana:senha@old.example/v1' });
  form.type(form.address, 'https://ana:outra@old.example/v1');
  form.save();
  await waitFor(() => expect(said(form.address)).toBe('Escreva o endereço sem usuário e senha'));
  expect(saved).toEqual([]);
});

test('a password that is taken out of the address asks for no key: it is the same place', async () => {
  const form = await open({ baseUrl: 'https://ana:senha@old.example/v1' });
  form.type(form.address, 'https://old.example/v1');
  form.save();
  await waitFor(() => expect(saved).toEqual([{ baseUrl: 'https://old.example/v1' }]));
});

test('the address as it was asks for nothing', async () => {
  const form = await open();
  form.type(form.address, 'https://other.example/v1');
  form.type(form.address, row.baseUrl);
  await waitFor(() => expect(said(form.key)).toBe('Gravado. Escreva outro para trocá-lo.'));
});

test('a key that is typed goes with the address that is seen beside it', async () => {
  const form = await open();
  form.type(form.key, 'sk-newer');
  form.save();
  await waitFor(() => expect(saved).toEqual([{ apiKey: 'sk-newer', baseUrl: row.baseUrl }]));
});

test('where no key is kept none is asked for', async () => {
  const form = await open({ apiKeySet: false });
  form.type(form.address, 'https://other.example/v1');
  form.save();
  await waitFor(() => expect(saved).toEqual([{ baseUrl: 'https://other.example/v1' }]));
});

test('what a try has cost is shown at once', async () => {
  let tokens = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/test')) {
      const prompts = [{ id: row.id, name: row.name, tokens, dailyTokens: 0 }];
      return Response.json({
        prompts,
        tokens,
        dailyTokens: 0,
        byDayEnd: null,
        endsAt: '2026-11-29T03:00:00Z',
      });
    }
    tokens = 42;
    return Response.json({ outcome: 'answers', status: null, text: 'Posso ajudar?' });
  });
  await showScreen(
    { entry: { path: '/prompts' }, record, child: undefined, parts },
    {
      getList: async (resource: string) =>
        ({ data: [resource === 'prompts' ? row : { id: 'q1', name: 'Vendas' }], total: 1 }) as never,
      getMany: async () => ({ data: [{ id: 'q1', name: 'Vendas' }] }) as never,
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Testar Vendedora' }));
  expect((await screen.findAllByText(/\b42\b/)).length).toBeGreaterThan(0);
});
