import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Composer } from './composer.tsx';

const signedIn = vi.hoisted(() => ({ user: { id: 'ana' } }));
vi.mock('../../shell/session.tsx', () => ({ useSession: () => signedIn }));
vi.mock('./data.ts', () => ({
  sayTyping: async () => undefined,
  ticketsQuery: (search: string) => ({ queryKey: [search], queryFn: () => ({ tickets: [] }) }),
}));
afterEach(cleanup);

function open(userId: string): HTMLTextAreaElement {
  signedIn.user = { id: userId };
  cleanup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Composer chatId="c1" onSend={() => undefined} />
    </QueryClientProvider>,
  );
  return screen.getByRole('combobox');
}

test('what was begun waits for who wrote it, and for nobody else who signs in in the same window', () => {
  fireEvent.change(open('ana'), { target: { value: 'só para a equipe' } });
  expect(open('bruno').value).toBe('');
  expect(open('ana').value).toBe('só para a equipe');
});
