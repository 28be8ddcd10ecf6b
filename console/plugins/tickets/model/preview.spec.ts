import { expect, test } from 'vitest';
import { aTicket } from './fixtures.ts';
import { condensed, previewLine } from './preview.ts';

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
  expect(condensed('Bom dia, queria saber do meu pedido')).toBe('Bom dia, queria sabe…');
  expect(condensed('12345678901234567890')).toBe('12345678901234567890');
  expect(condensed('😀'.repeat(21))).toBe(`${'😀'.repeat(20)}…`);
  expect(condensed('uma linha\n\ne outra linha')).toBe('uma linha e outra li…');
});
