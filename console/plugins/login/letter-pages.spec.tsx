import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { BillingLinkPage } from './billing-link-page.tsx';
import { ConfirmPage } from './confirm-page.tsx';
import { InvitePage } from './invite-page.tsx';
import { plugin } from './plugin.ts';

const token = 't'.repeat(43);
const Where = () => {
  const { pathname, state } = useLocation();
  return <p>{`${pathname} ${(state as { email?: string } | null)?.email ?? ''}`}</p>;
};

/** @param answers by path; what is not answered is a link that was used */
const show = async (at: string, answers: Readonly<Record<string, unknown>>, refusal = 'ERR_LINK_EXPIRED') => {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string | URL, { body }: RequestInit = {}) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    asked.push([pathname.replace('/api/auth/', ''), JSON.parse(String(body))]);
    const answer = answers[pathname.replace('/api/auth/', '')];
    return answer === undefined
      ? Response.json({ error: refusal, message: '' }, { status: 400 })
      : Response.json(answer);
  });
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={new QueryClient()}>
        <I18nContextProvider value={await createI18n([plugin])}>
          <Routes>
            <Route path="/convite/:token" element={<InvitePage />} />
            <Route path="/confirmar/:token" element={<ConfirmPage />} />
            <Route path="/faturas/:token" element={<BillingLinkPage />} />
            <Route path="*" element={<Where />} />
          </Routes>
        </I18nContextProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test.each([
  ['/convite/cut', undefined],
  ['/confirmar/cut', 'Confirmar e-mail'],
  ['/faturas/cut', 'Abrir as faturas'],
])('a link that was cut on its way opens nothing and says so: %s', async (at, press) => {
  await show(at, {}, 'ERR_VALIDATION');
  if (press !== undefined) fireEvent.click(await screen.findByRole('button', { name: press }));
  expect((await screen.findByRole('alert')).textContent).toContain('Este link já foi usado ou venceu.');
});

test('who was invited sees whose letter it is, types a password twice the same, and goes to the login', async () => {
  const asked = await show(`/convite/${token}`, {
    'invite/look': { name: 'Joana', email: 'joana@example.org', company: 'Ateliê' },
    invite: { status: 200 },
  });
  await screen.findByRole('heading', { name: 'Olá, Joana!' });
  expect(screen.getByText(/Balcão de Ateliê, com o e-mail joana@example\.org/)).toBeTruthy();
  type('Senha', 'girassol amarelo 73');
  type('Confirmar senha', 'girassol amarelo 74');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar a senha' }));
  await screen.findByText('As senhas não correspondem');
  expect(document.activeElement).toBe(screen.getByLabelText('Confirmar senha'));
  expect(asked.map(([path]) => path)).toEqual(['invite/look']);
  type('Confirmar senha', 'girassol amarelo 73');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar a senha' }));
  await screen.findByText('/login joana@example.org');
  expect(asked.at(-1)).toEqual(['invite', { token, password: 'girassol amarelo 73' }]);
});

test('an address is confirmed at a press, never by opening the page', async () => {
  const asked = await show(`/confirmar/${token}`, { confirm: { status: 200, email: 'bia@example.org' } });
  const button = await screen.findByRole('button', { name: 'Confirmar e-mail' });
  expect(asked).toEqual([]);
  fireEvent.click(button);
  await screen.findByText('/login bia@example.org');
  expect(asked).toEqual([['confirm', { token }]]);
});

test('a letter opens the invoices at a press, with a token that this tab keeps', async () => {
  const asked = await show(`/faturas/${token}`, { 'billing/link': { token: 'pays', expiresIn: 900 } });
  fireEvent.click(await screen.findByRole('button', { name: 'Abrir as faturas' }));
  await screen.findByText(/^\/faturas/);
  expect(asked).toEqual([['billing/link', { token }]]);
  expect(Object.values({ ...sessionStorage })).toContain('pays');
});

test.each([
  ['/convite', undefined],
  ['/confirmar', 'Confirmar e-mail'],
  ['/faturas', 'Abrir as faturas'],
])('a link of %s that was used says so, and leads to the login', async (path, deed) => {
  await show(`${path}/${token}`, {});
  if (deed) fireEvent.click(await screen.findByRole('button', { name: deed }));
  await screen.findByText('Este link já foi usado ou venceu. Peça outro.');
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Entrar com senha' }).getAttribute('href')).toBe('/login'),
  );
});
