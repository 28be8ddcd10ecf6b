import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { HistoryEventView } from '../../../../contract/history.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { createI18n } from '../../../shell/i18n.ts';
import type { Locale } from '../../../shell/locale.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { type Names, sentenceOf } from '../history/sentences.ts';
import { filterOf, readLocation, writeLocation } from '../list/list-location.ts';
import { Row } from '../list/row.tsx';
import { SearchTools } from '../list/search-tools.tsx';
import { belongs } from '../live-cache/filter.ts';
import { filterQuery } from '../live-cache/filter-query.ts';
import { keys } from '../live-cache/keys.ts';
import { plugin } from '../plugin.ts';
import { aTicket, aViewer } from '../ticket/fixtures.ts';
import { FieldControls } from './field-controls.tsx';
import { fieldMessages } from './texts.ts';

vi.mock(
  '../../../../domain/ticket/fields/declared.ts',
  () => import('../../../../domain/ticket/fields/fixtures.ts'),
);

type Session = Parameters<typeof beginSession>[0];

afterEach(() => {
  cleanup();
  endSession('logout');
  vi.unstubAllGlobals();
});

const weighing = (weight: string, over: Partial<TicketView> = {}): TicketView =>
  aTicket({ ...over, weight } as Partial<TicketView>);
const names: Names = { queue: () => undefined, user: () => undefined, tag: () => undefined };
const read = (query: string) => readLocation(new URLSearchParams(query));

describe('a declared field in the address and in what a list asks for', () => {
  test('is written as it was read; what is no value of it is left out', () => {
    const query = '?tab=search&tags=a%2Cb&weight=heavy&users=u1';
    expect(writeLocation(read(query))).toBe(query);
    expect(writeLocation(read('tab=search&weight=heavy,huge'))).toBe('?tab=search&weight=heavy');
  });
  test('is asked for, and decides what belongs to the list', () => {
    const filter = filterOf(read('tab=search&weight=heavy'), { showAll: true, queueIds: [] });
    if (filter === undefined) throw new Error('nothing to look for');
    expect(filterQuery(filter)).toMatchObject({ weight: '["heavy"]', tags: undefined });
    const viewer = aViewer({ profile: 'admin' });
    expect(belongs(filter, viewer, weighing('heavy'))).toBe(true);
    expect(belongs(filter, viewer, weighing('light'))).toBe(false);
  });
  test('that limits nothing leaves a search with nothing to look for', () => {
    expect(filterOf(read('tab=search'), { showAll: true, queueIds: [] })).toBeUndefined();
  });
});

test.each([
  ['pt', 'Ana Beatriz mudou o peso de Leve para Pesado', 'Peso alterado'],
  ['en', 'Ana Beatriz changed the weight from Light to Heavy', 'Weight changed'],
  ['es', 'Ana Beatriz cambió el peso de Ligero a Pesado', 'Peso cambiado'],
] as [Locale, string, string][])('the history says in %s what it was and is', (locale, text, title) => {
  const messages = fieldMessages(locale);
  const t = (key: string, values: Record<string, string | number> = {}) =>
    (messages[key] ?? `?${key}`).replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const event = {
    revision: 1,
    position: 1,
    type: 'TicketWeightChanged',
    at: '2026-11-21T14:02:00.000Z',
    actor: { kind: 'user', id: 'ana', name: 'Ana Beatriz' },
    data: { ticketId: 't1', weight: 'heavy', beforeWeight: 'light' },
  } as HistoryEventView;
  const said = sentenceOf(event, names, t);
  expect(said).toEqual({ icon: 'field', title, who: 'Ana Beatriz', text });
});

/** Shows something to somebody of a profile; every answer of the server is this ticket. */
async function show(profile: string, children: ReactNode, answer?: TicketView) {
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => Response.json(answer ?? {}));
  vi.stubGlobal('fetch', asked);
  beginSession({
    id: 'ana',
    companyId: 'c',
    profile,
    queues: [],
    token: 'token',
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Session);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <QueryClientProvider client={cache}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    </I18nContextProvider>,
  );
  return { cache, asked };
}

test('a card has a chip for a value with a colour, and none for another', async () => {
  const row = (ticket: TicketView) => (
    <Row
      ticket={ticket}
      current={false}
      reachable
      search=""
      place=""
      withUser={false}
      condensed={false}
      onMain={() => undefined}
    />
  );
  await show('user', [row(weighing('heavy', { id: 'a' })), row(weighing('light', { id: 'b' }))]);
  expect(screen.getAllByText('Pesado')).toHaveLength(1);
  expect(screen.queryByText('Leve')).toBeNull();
});

test('the search offers its values', async () => {
  const go = vi.fn();
  await show(
    'user',
    <SearchTools place={read('tab=search&weight=light')} go={go} field={{ current: null }} first={null}>
      {null}
    </SearchTools>,
  );
  fireEvent.click(screen.getByRole('button', { name: /Peso\s*Leve/ }));
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Pesado' }));
  expect(go).toHaveBeenCalledWith({ weight: ['light', 'heavy'] });
});

describe('the control beside the conversation', () => {
  test('sets it, and shows what the server answers', async () => {
    const ticket = weighing('light');
    const { cache, asked } = await show(
      'supervisor',
      <FieldControls ticket={ticket} />,
      weighing('heavy', { position: 11 }),
    );
    cache.setQueryData(keys.ticket(ticket.id), ticket);
    fireEvent.click(screen.getByRole('button', { name: /Peso\s*Leve/ }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Pesado' }));
    await vi.waitFor(() =>
      expect(cache.getQueryData(keys.ticket(ticket.id))).toMatchObject({ weight: 'heavy' }),
    );
    const [url, init] = asked.mock.calls[0]!;
    expect([url, init?.method, init?.body]).toEqual([
      `/api/tickets/${ticket.id}`,
      'PUT',
      JSON.stringify({ weight: 'heavy' }),
    ]);
  });
  test('is not for whom the declaration does not name', async () => {
    await show('user', <FieldControls ticket={weighing('light')} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Peso\s*Leve/ }).disabled).toBe(true);
  });
});
