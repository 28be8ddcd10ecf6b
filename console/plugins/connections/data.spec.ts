import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Change } from '../../../contract/changes.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { connectionStatus } from '../../../domain/connection/events.ts';
import { connectionsQuery, isDown } from '../../shell/connections.ts';
import { applyConnectionChange, patchConnections } from './data.ts';

const one = (id: string, position: number, more: Partial<ConnectionView> = {}): ConnectionView => ({
  ...{ id, name: id, number: '', status: 'CONNECTED', channel: 'simulator', isDefault: false, qrcode: '' },
  ...{ gateway: { alive: true, seenAt: null }, retries: 0, reason: null, queues: [] },
  ...{ greetingMessage: '', complationMessage: '' },
  ...{ outOfHoursMessage: '', ratingMessage: '', updatedAt: '2026-11-21T12:00:00.000Z', position, ...more },
});
const change = (document: ConnectionView, action = 'update') => ({
  ...{ action, id: document.id, position: document.position },
  ...(action !== 'delete' && { document }),
});

test('every status but CONNECTED asks for attention', () => {
  expect(connectionStatus.options.filter((status) => isDown({ status }))).toEqual([
    ...['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'],
  ]);
});

test('a change of the feed takes the place of an older document, adds a new one by its name, and takes away', () => {
  const held = [one('a', 1), one('c', 5)];
  expect(patchConnections(held, change(one('a', 2, { status: 'qrcode' })))[0]?.status).toBe('qrcode');
  expect(patchConnections(held, change(one('c', 4, { status: 'TIMEOUT' })))).toBe(held);
  expect(patchConnections(held, change(one('b', 6))).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(patchConnections(held, change(one('a', 7), 'delete')).map(({ id }) => id)).toEqual(['c']);
});

test('why a connection ended is not put back by an answer written before it', async () => {
  const cache = new QueryClient();
  const answer = Promise.withResolvers<ConnectionView[]>();
  const stop = new QueryObserver(cache, { ...connectionsQuery, queryFn: () => answer.promise }).subscribe(
    () => undefined,
  );
  const ended = one('a', 3, { status: 'DISCONNECTED', reason: 'banned (403)' });
  applyConnectionChange({ channel: 'whatsapp', ...change(ended) } as Change, cache);
  answer.resolve([one('a', 2, { status: 'OPENING' })]);
  await expect.poll(() => cache.getQueryData(connectionsQuery.queryKey)).toEqual([ended]);
  stop();
});

test('the code that is read stays where the feed tells of its own version once more', () => {
  const held = [one('a', 3, { status: 'qrcode', qrcode: '2@abc', pairingCode: 'ABCD-1234' })];
  const told = one('a', 3, { status: 'qrcode', gateway: { alive: false, seenAt: null } });
  expect(patchConnections(held, change(told))).toEqual([
    { ...told, qrcode: '2@abc', pairingCode: 'ABCD-1234' },
  ]);
  expect(patchConnections(held, change(one('a', 4)))[0]).not.toHaveProperty('pairingCode');
});

test('a connection that no gateway drives is down, whatever its last event said', () => {
  expect(isDown(one('w', 1, { gateway: { alive: false, seenAt: null } }))).toBe(true);
  expect(isDown(one('w', 1))).toBe(false);
});
