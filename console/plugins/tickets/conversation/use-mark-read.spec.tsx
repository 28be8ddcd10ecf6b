import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketView } from '../../../../contract/ticket.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { useMarkRead } from './use-mark-read.ts';

const calls = vi.hoisted(() => ({ markRead: vi.fn(async (_id: string) => undefined) }));
vi.mock('../ticket/calls.ts', () => calls);

beforeEach(() => calls.markRead.mockClear());
afterEach(cleanup);

const unread = (over: Partial<TicketView> = {}) => aTicket({ id: 't1', unreadMessages: 1, ...over });
const shown = (ticket: TicketView) =>
  renderHook((now: TicketView) => useMarkRead(now, true), { initialProps: ticket });

test('what is in sight is read once, whatever else changes of it', () => {
  const { rerender } = shown(unread());
  rerender(unread({ position: 9 }));
  expect(calls.markRead.mock.calls).toEqual([['t1']]);
});

test('handed over and back again it is read without a new message', () => {
  const { rerender } = shown(unread());
  rerender(unread({ unreadMessages: 0 }));
  rerender(unread({ handed: { user: { id: 'bruno', name: 'Bruno' }, at: '2026-11-21T12:00:00.000Z' } }));
  expect(calls.markRead).toHaveBeenCalledTimes(2);
});
