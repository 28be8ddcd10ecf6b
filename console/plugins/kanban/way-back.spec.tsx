import type { DraggableProvided, DraggableStateSnapshot } from '@hello-pangea/dnd';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardCard } from '../../../contract/board.ts';
import { admin } from '../../../testing/admin.ts';
import { createI18n } from '../../shell/i18n.ts';
import { beginSession, endSession } from '../../shell/session-store.ts';
import { BoardPage } from './board-page.tsx';
import { Card } from './card.tsx';
import { arrangementQuery, cardsQuery, lanesQuery } from './data.ts';
import { noteOpened, takeOpened } from './place.ts';

const provided = { draggableProps: {}, dragHandleProps: { tabIndex: 0 }, innerRef: () => undefined };
const marina = {
  ...{ id: 't1', uuid: 't1', status: 'open', queue: null, waitingSince: null },
  ...{ updatedAt: '2026-11-21T10:00:00.000Z', preview: null },
  contact: { id: 'c1', name: 'Marina Coutinho', number: '', profilePicUrl: null },
} as unknown as BoardCard;
const card = (
  <ul>
    <Card
      card={marina}
      onMove={() => undefined}
      provided={provided as unknown as DraggableProvided}
      snapshot={{ isDragging: false } as DraggableStateSnapshot}
    />
  </ul>
);
const Ticket = () => JSON.stringify(useLocation().state);
const show = async (board: ReactNode) => {
  const cache = new QueryClient();
  cache.setQueryData(cardsQuery([]).queryKey, { cards: new Map(), hasMore: false });
  cache.setQueryData(lanesQuery.queryKey, []);
  cache.setQueryData(arrangementQuery.queryKey, { order: [], limits: {} });
  const routes = [
    { path: '/kanban', element: board },
    { path: '/tickets/:id', element: <Ticket /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/kanban?queue=q1'] });
  render(
    <QueryClientProvider client={cache}>
      <I18nContextProvider value={await createI18n([])}>
        <RouterProvider router={router} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  return router;
};
const link = () => screen.getByRole('link');

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  beginSession(admin);
});
afterEach(() => {
  cleanup();
  endSession('logout');
  vi.unstubAllGlobals();
});

test('the ticket knows by what the board it was opened from is filtered', async () => {
  await show(card);
  fireEvent.click(link());
  expect(JSON.parse((await screen.findByText(/"from"/)).textContent ?? '')).toEqual({
    from: 'kanban',
    search: '?queue=q1',
  });
});

test('back from its ticket the card has the focus', async () => {
  const router = await show(card);
  fireEvent.click(link());
  await screen.findByText(/"from"/);
  await router.navigate(-1);
  await expect.poll(() => document.activeElement).toBe(await screen.findByRole('group'));
});

test.each(['ctrlKey', 'metaKey', 'shiftKey'])(
  'a card that was opened beside the board (%s) does not draw the focus later',
  async (key) => {
    await show(card);
    fireEvent.click(link(), { [key]: true });
    expect(takeOpened('t1')).toBe(false);
  },
);

test('a card that is not on the board any more does not draw the focus when it comes again', async () => {
  noteOpened('t1');
  await show(<BoardPage />);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  expect(takeOpened('t1')).toBe(false);
});
