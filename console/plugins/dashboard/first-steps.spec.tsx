import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionUserView } from '../../../contract/user.ts';
import { createI18n } from '../../shell/i18n.ts';
import { beginSession } from '../../shell/session-store.ts';
import { DashboardPage } from './dashboard-page.tsx';
import { beginsAtDesk, putAwayOf } from './first-steps.ts';
import { plugin } from './plugin.ts';
import { Start } from './start.tsx';

const owner: SessionUserView = {
  ...{ id: 'rui', name: 'Rui', email: 'rui@loja.example', profile: 'admin', super: false },
  ...{ companyId: 'c1', allTicket: 'desabled', connectionId: null, queues: [], position: 1 },
  company: {
    ...{ id: 'c1', name: 'Loja', dueDate: '2026-12-31', timeZone: 'America/Sao_Paulo', settings: [] },
    flags: [],
  },
};
const compared = { supportFinished: 0, leads: 0, avgSupportTime: 0, avgWaitTime: 0 };
interface Given {
  readonly pending?: number;
  readonly happening?: number;
  readonly queues?: readonly object[];
  readonly users?: readonly object[];
  readonly scheduleType?: string;
}
const show = async (given: Given = {}, at = '/') => {
  const {
    pending = 0,
    happening = 0,
    queues = [{ id: 'q1', name: 'Encomendas' }],
    users = [{ id: 'rui' }],
  } = given;
  const asked: [string, unknown][] = [];
  const answers: Record<string, unknown> = {
    '/api/dashboard': {
      counters: { ...compared, supportHappening: happening, supportPending: pending, previous: compared },
      attendants: [],
    },
    '/api/dashboard/ticketsUsers': { data: [], count: 0 },
    '/api/dashboard/ticketsDay': { data: [], count: 0 },
    '/api/whatsapp': [
      { id: 'w1', channel: 'whatsapp', name: 'Ateliê', status: 'CONNECTED', number: '5511955500166' },
    ],
    '/api/users/list': users,
    '/api/queue': queues,
    '/api/settings': [{ key: 'scheduleType', value: given.scheduleType ?? 'disabled' }],
    '/api/users': { id: 'eva', email: 'eva@loja.example', invitedAt: '2026-11-20' },
  };
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    asked.push([`${method} ${pathname}`, typeof body === 'string' ? JSON.parse(body) : undefined]);
    // What other plugins show at the foot of the page is not what is looked at here.
    if (pathname === '/api/usage') return Response.json({ error: 'ERR_UNAVAILABLE' }, { status: 503 });
    return Response.json(answers[pathname] ?? []);
  });
  beginSession(owner, 'a token');
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={new QueryClient()}>
        <I18nContextProvider value={await createI18n([plugin])}>
          <Routes>
            <Route path="/" element={<DashboardPage />} />
            <Route path="/tickets" element={<Start otherwise={<p>usual</p>} />} />
          </Routes>
        </I18nContextProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return { asked, paths: () => asked.map(([path]) => path) };
};
const card = () => screen.queryByRole('region', { name: 'Do cadastro à primeira resposta' });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  putAwayOf('rui').set(false);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a company that has nothing yet is led to its desk, with the steps beside it', async () => {
  await show();
  await screen.findByText('2 de 5 feitos. Faltam uns 6 minutos.');
  await waitFor(() => expect(screen.queryByText('Painel')).toBeNull());
  expect(screen.getByText('Ateliê · +55 11 95550-0166')).toBeTruthy();
  expect(screen.getByText('Encomendas')).toBeTruthy();
  expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Convidar um colega');
  expect(screen.getByText('Escreva do seu celular para +55 11 95550-0166.')).toBeTruthy();
});

test('the second time its dashboard opens, with the steps above and no row of zeros', async () => {
  sessionStorage.setItem('firstSteps.begun.rui', '1');
  await show();
  await screen.findByText('2 de 5 feitos. Faltam uns 6 minutos.');
  expect(screen.queryByText('Em conversa')).toBeNull();
  await screen.findByText('Aqui fica quantas conversas cada pessoa atendeu.');
  expect(screen.queryByText('Escolha outras datas e filtre de novo.')).toBeNull();
});

test('a colleague is invited by their address, to every queue', async () => {
  const { asked } = await show({}, '/tickets');
  fireEvent.click(await screen.findByRole('button', { name: 'Convidar' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Obrigatório');
  fireEvent.change(screen.getByLabelText('E-mail do colega'), { target: { value: 'eva.luz@loja.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Convidar' }));
  await waitFor(() =>
    expect(asked).toContainEqual([
      'POST /api/users',
      { name: 'Eva Luz', email: 'eva.luz@loja.example', queueIds: ['q1'] },
    ]),
  );
});

test('the usual week is set for the company at one press', async () => {
  const { asked } = await show({}, '/tickets');
  fireEvent.click(await screen.findByRole('button', { name: 'Usar 8h às 18h' }));
  await waitFor(() =>
    expect(asked).toContainEqual([
      'PUT /api/settings/scheduleType',
      { key: 'scheduleType', value: 'company' },
    ]),
  );
  const [, hours] = asked.find(([path]) => path === 'PUT /api/companies/c1/schedules') ?? [];
  expect(hours).toMatchObject({ id: 'c1', schedules: expect.arrayContaining([]) });
  expect((hours as { schedules: { startTime: string }[] }).schedules).toHaveLength(7);
});

test('put away, it stays away; brought back, it is there', async () => {
  await show({}, '/tickets');
  fireEvent.click(await screen.findByRole('button', { name: /^Esconder/ }));
  expect(card()).toBeNull();
  await screen.findByText('usual');
  cleanup();
  const { paths } = await show({}, '/tickets');
  await screen.findByText('usual');
  expect(paths()).toEqual([]);
  act(() => putAwayOf('rui').set(false));
  await screen.findByText('2 de 5 feitos. Faltam uns 6 minutos.');
});

test('with all done it is gone, and never asked for again', async () => {
  const done = {
    happening: 1,
    scheduleType: 'company',
    users: [{ id: 'rui' }, { id: 'eva' }],
  };
  const { paths } = await show(done, '/tickets');
  await waitFor(() => expect(paths()).toContain('GET /api/settings'));
  await waitFor(() => expect(putAwayOf('rui').get()).toBe(true));
  expect(card()).toBeNull();
});

test('a desk at work is asked nothing for it', async () => {
  const { paths } = await show({ pending: 20, queues: [] });
  await screen.findByText('Em conversa');
  expect(card()).toBeNull();
  expect(paths()).not.toContain('GET /api/queue');
});

test('put away and brought back, whoever shows it is told', () => {
  const told = vi.fn();
  const end = putAwayOf('ana').store.subscribe(told);
  putAwayOf('ana').set(true);
  expect([putAwayOf('ana').get(), putAwayOf('eva').get()]).toEqual([true, false]);
  putAwayOf('ana').set(false);
  end();
  expect(putAwayOf('ana').get()).toBe(false);
  expect(told).toHaveBeenCalledTimes(2);
});

test('a desk that has nothing begins beside its conversations, once a tab', () => {
  expect([beginsAtDesk('ana'), beginsAtDesk('ana'), beginsAtDesk('eva')]).toEqual([true, false, true]);
});
