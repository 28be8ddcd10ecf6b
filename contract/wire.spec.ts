import { expect, it } from 'vitest';
import { answerFromWire, bodyToWire, fromWire, toWire } from './wire.ts';
import { ticketOnWire, userOnWire } from './wire-views.ts';

it('a view goes out under the spec’s names, in its own order, and comes back as it was', () => {
  const ticket = { id: 't', queue: null, connectionId: 'w', connection: { id: 'w' }, tags: [] };
  expect(JSON.stringify(toWire(ticket))).toBe(
    '{"id":"t","queue":null,"whatsappId":"w","whatsapp":{"id":"w"},"tags":[]}',
  );
  expect(fromWire(toWire(ticket))).toEqual(ticket);
});

it('an answer is read under our names however deep they stand, and nothing else in it changes', () => {
  const held = { messages: [{ id: 'm', connection: { id: 'w' } }], count: 1, hasMore: false, none: null };
  expect(answerFromWire(structuredClone(held))).toEqual(held);
  expect(
    answerFromWire({ ...structuredClone(held), tickets: [{ whatsappId: 'w', whatsapp: { id: 'w' } }] }),
  ).toEqual({ ...held, tickets: [{ connectionId: 'w', connection: { id: 'w' } }] });
  for (const bare of ['text', 7, null, undefined]) expect(answerFromWire(bare)).toBe(bare);
});

it('a body goes out under the spec’s names, a list or a text as it is', () => {
  expect(bodyToWire({ contactId: 'c', connectionId: 'w' })).toEqual({ contactId: 'c', whatsappId: 'w' });
  expect(bodyToWire([{ connectionId: 'w' }])).toEqual([{ connectionId: 'w' }]);
  expect(bodyToWire('text')).toBe('text');
});

it('what documents tickets and users names what goes out, and nothing under our own names', () => {
  const keys = Object.keys(ticketOnWire.shape);
  expect(keys.slice(keys.indexOf('queue'), keys.indexOf('tags') + 1)).toEqual([
    ...['queue', 'whatsappId', 'whatsapp', 'tags'],
  ]);
  expect(Object.keys(userOnWire.shape)).toContain('whatsappId');
  for (const key of ['connectionId', 'connection']) {
    expect(keys).not.toContain(key);
    expect(Object.keys(userOnWire.shape)).not.toContain(key);
  }
});
