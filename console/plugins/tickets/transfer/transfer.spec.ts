import { describe, expect, test } from 'vitest';
import { byPresence, isUnmoved, suggestedUsers, unchosen, usersMatching, withUser } from './transfer.ts';

const suporte = { id: 'suporte', name: 'Suporte' };
const vendas = { id: 'vendas', name: 'Vendas' };
const ana = { id: 'ana', name: 'Ana', queues: [suporte] };
const bruno = { id: 'bruno', name: 'Bruno', queues: [vendas] };
const clara = { id: 'clara', name: 'Clara Nogueira', queues: [suporte, vendas] };
const jose = { id: 'jose', name: 'José', queues: [] };
const users = [ana, bruno, clara, jose];
const ticket = { userId: 'ana', queueId: 'suporte', status: 'open' };

describe('transfer', () => {
  test('those who serve the chosen queue are suggested, the present agent is not', () => {
    expect(suggestedUsers(users, 'suporte', ticket)).toEqual([clara]);
    expect(suggestedUsers(users, null, ticket)).toEqual([bruno, clara, jose]);
  });
  test('who is at their desk stands before who is away, and both before who is not there', () => {
    const sat = [
      { ...ana, status: 'offline' as const },
      { ...bruno, status: 'away' as const },
      { ...clara, status: 'online' as const },
    ];
    expect(byPresence(sat).map(({ id }) => id)).toEqual(['clara', 'bruno', 'ana']);
    expect(suggestedUsers(sat, null, { ...ticket, userId: null }).map(({ id }) => id)).toEqual([
      'clara',
      'bruno',
      'ana',
    ]);
  });
  test('two letters narrow the suggestions; the third searches everyone, whatever the accents', () => {
    const suggested = suggestedUsers(users, 'suporte', ticket);
    expect(usersMatching(users, suggested, 'br', ticket)).toEqual([]);
    expect(usersMatching(users, suggested, 'bru', ticket)).toEqual([bruno]);
    expect(usersMatching(users, suggested, 'JOSE', ticket)).toEqual([jose]);
    expect(usersMatching(users, suggested, 'ana', ticket)).toEqual([]);
  });
  test('a chosen user brings their queue, unless the chosen queue is one of theirs', () => {
    expect(withUser({ userId: null, queueId: 'suporte' }, bruno)).toEqual({
      userId: 'bruno',
      queueId: 'vendas',
    });
    expect(withUser({ userId: null, queueId: 'vendas' }, clara)).toEqual({
      userId: 'clara',
      queueId: 'vendas',
    });
    expect(withUser({ userId: null, queueId: 'suporte' }, jose).queueId).toBe('suporte');
    expect(withUser({ userId: 'bruno', queueId: 'vendas' }, null)).toEqual({
      userId: null,
      queueId: 'vendas',
    });
  });
  test('nothing chosen is no transfer: an open ticket would silently go back to its queue', () => {
    expect(unchosen(ticket, { userId: null, queueId: 'suporte' })).toBe(true);
    expect(unchosen(ticket, { userId: null, queueId: 'vendas' })).toBe(false);
    expect(unchosen(ticket, { userId: 'clara', queueId: 'suporte' })).toBe(false);
    // One that is closed opens again where it was.
    expect(unchosen({ ...ticket, status: 'closed' }, { userId: null, queueId: 'suporte' })).toBe(false);
  });
  test('a transfer to where the ticket is already is none', () => {
    expect(isUnmoved(ticket, { userId: 'ana', queueId: 'suporte' })).toBe(true);
    expect(isUnmoved(ticket, { userId: null, queueId: 'suporte' })).toBe(false);
    expect(isUnmoved(ticket, { userId: 'clara', queueId: 'suporte' })).toBe(false);
    expect(
      isUnmoved({ ...ticket, status: 'pending', userId: null }, { userId: null, queueId: 'suporte' }),
    ).toBe(true);
  });
});
