import { expect, test } from 'vitest';
import { aTicket } from '../ticket/fixtures.ts';
import { condense, previewLine } from './preview-text.ts';

const base = aTicket().preview;
const line = (over: Partial<NonNullable<typeof base>>) => {
  if (base === null) throw new Error('the fixture has a message');
  return previewLine({ ...base, ...over }, (key) => key);
};

test('no message yet, and one that was deleted, are said in words', () => {
  expect(previewLine(null, (key) => key).text).toBe('tickets.row.noMessages');
  expect(line({ isDeleted: true, body: 'secret' }).text).toBe('tickets.row.deleted');
  expect(line({ isDeleted: true, fromMe: true, failed: true }).text).toBe('tickets.row.discarded');
});

test('a medium without a caption says its kind, with one the caption', () => {
  expect(line({ mediaType: 'image', body: '' })).toMatchObject({
    media: 'image',
    text: 'tickets.kind.image',
  });
  expect(line({ mediaType: 'image', body: 'A caixa' }).text).toBe('A caixa');
});

test('an audio says how long it is, a document its name', () => {
  expect(line({ mediaType: 'audio', body: '', seconds: 72 }).text).toBe('tickets.kind.audio · 1:12');
  expect(line({ mediaType: 'application', body: '', fileName: 'nota.pdf' }).text).toBe('nota.pdf');
});

test('an own message shows how far it has come, and not whose name signs it', () => {
  expect(line({ fromMe: true, ack: 3, body: '*Ana:*\nJá vai' })).toMatchObject({ ack: 3, text: 'Já vai' });
  expect(line({ fromMe: false, ack: 3 }).ack).toBeUndefined();
});

test("a contact's message that only looks signed keeps its first line", () => {
  expect(line({ fromMe: false, body: '*Ana:*\nJá vai' }).text).toBe('Ana:\nJá vai');
});

test('the words stand without the marks of their format', () => {
  expect(line({ body: 'É *urgente*, _por favor_: ~amanhã~ hoje' }).text).toBe(
    'É urgente, por favor: amanhã hoje',
  );
  expect(line({ body: '2 * 3 = 6, veja https://loja.example/a_b_c' }).text).toBe(
    '2 * 3 = 6, veja https://loja.example/a_b_c',
  );
});

test('condensed is twenty characters and an ellipsis', () => {
  expect(condense('Bom dia, queria saber do meu pedido')).toBe('Bom dia, queria sabe…');
  expect(condense('12345678901234567890')).toBe('12345678901234567890');
  expect(condense('😀'.repeat(21))).toBe(`${'😀'.repeat(20)}…`);
  expect(condense('uma linha\n\ne outra linha')).toBe('uma linha e outra li…');
});

test('kinds are said in words, with what they are about', () => {
  expect(line({ kind: 'poll', body: 'Que dia?' })).toMatchObject({
    media: 'poll',
    text: 'tickets.kind.poll · Que dia?',
  });
  expect(line({ kind: 'sticker', mediaType: 'image', body: '' }).text).toBe('tickets.kind.sticker');
  expect(line({ kind: 'interactive', body: 'Confirma?' }).text).toBe('Confirma?');
  expect(line({ kind: 'event', body: 'no local', about: 'Visita' }).text).toBe('tickets.kind.event · Visita');
  expect(line({ kind: 'unreadable', body: '' }).text).toBe('tickets.kind.unreadable');
});

test('a contact’s reaction is said in place of the message, unless that failed', () => {
  const t = (key: string, values: Record<string, string | number> = {}) =>
    `${key} ${values.emoji ?? ''} ${values.text ?? ''}`;
  const words = (over: Partial<NonNullable<typeof base>>) => {
    if (base === null) throw new Error('the fixture has a message');
    return previewLine({ ...base, id: 'm1', body: 'R$ 500', fromMe: true, ack: 3, ...over }, t);
  };
  const reaction = { emoji: '❤️', messageId: 'm1', name: null };
  expect(words({ reaction })).toEqual({
    ...{ media: undefined, ack: undefined, failed: false },
    text: 'tickets.row.reacted.to ❤️ R$ 500',
  });
  expect(words({ reaction: { ...reaction, messageId: 'm0' } }).text.trim()).toBe('tickets.row.reacted ❤️');
  expect(words({ reaction, failed: true }).text).toBe('R$ 500');
});
