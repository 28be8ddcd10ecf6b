import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { NewWith } from './new-with.tsx';

vi.mock('../ticket/calls.ts', () => ({
  getContact: (id: string) => Promise.resolve({ id, name: 'Marina' }),
}));
vi.mock('../lazy-dialogs.tsx', () => ({
  NewTicketDialog: ({ contact, onClose }: { contact: { name: string }; onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Com {contact.name}
    </button>
  ),
}));

const Address = () => <output>{useLocation().search}</output>;

afterEach(cleanup);

test('an address that names a contact opens the dialog with them; closed, the address is as it was', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/tickets?tab=closed&new=c1']}>
        <NewWith />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByText('Com Marina'));
  expect(screen.queryByText('Com Marina')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('?tab=closed');
});
