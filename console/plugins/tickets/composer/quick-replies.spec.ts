import { describe, expect, test } from 'vitest';
import { labelOf, previewParts, type QuickMessage, quickQuery, suggestions } from './quick-replies.ts';

const quick = (shortcode: string, message = ''): QuickMessage => ({
  ...{ id: shortcode, shortcode, message, isMedia: false, mediaName: null },
});
const all = [
  quick('pix', 'A chave Pix é financeiro@example.org'),
  quick('pix-link', 'Link de pagamento do pedido'),
  quick('boleto', 'Segunda via do boleto'),
  quick('horário', 'Abrimos às 9h, sábado até as 13h'),
];
const found = (query: string) => suggestions(all, query).map(({ shortcode }) => shortcode);

describe('suggestions', () => {
  test.each([
    ['/', undefined],
    ['/p', 'p'],
    ['/pix da loja', 'pix da loja'],
    ['oi /p', undefined],
    ['', undefined],
    ['/p\noutra linha', undefined],
  ])('for %j look for %j', (text, query) => {
    expect(quickQuery(text)).toBe(query);
  });
  test('shortcodes that begin so come first, then words of shortcodes, then of messages', () => {
    expect(found('p')).toEqual(['pix', 'pix-link']);
    expect(found('link')).toEqual(['pix-link']);
    expect(found('pa')).toEqual(['pix-link']);
    expect(found('segunda via')).toEqual(['boleto']);
  });
  test('accents and case do not matter', () => {
    expect(found('HORARIO')).toEqual(['horário']);
    expect(found('sabado')).toEqual(['horário']);
  });
  test('what fits nothing gives nothing, blanks give all', () => {
    expect(found('xyz')).toEqual([]);
    expect(found('pix xyz')).toEqual([]);
    expect(found('  ')).toHaveLength(all.length);
  });
});

describe('a label', () => {
  test('is cut at 35 characters, an ellipsis after them', () => {
    const label = labelOf(quick('pix', 'A chave Pix da loja é financeiro@example.org'));
    expect(label).toBe('/pix – A chave Pix da loja é financ…');
    expect([...label]).toHaveLength(36);
  });
  test('of 35 characters stays whole; an emoji is one of them', () => {
    expect(labelOf(quick('a'.repeat(34)))).toBe(`/${'a'.repeat(34)}`);
    expect(labelOf(quick('😀'.repeat(40)))).toBe(`/${'😀'.repeat(34)}…`);
  });
  test('stands on one line', () => {
    expect(labelOf(quick('oi', 'Olá!\n\nTudo bem?'))).toBe('/oi – Olá! Tudo bem?');
  });
});

test('a preview points out what stood for a variable, and leaves the unknown as typed', () => {
  const values = {
    ...{ firstName: 'Marina', name: 'Marina C', agent: 'Ana', protocol: '2EK7QX4A', locale: 'pt' },
    ...{ at: '2026-11-02T12:00:00.000Z', timeZone: 'UTC' },
  };
  expect(previewParts('{{firstName}}, protocolo {{ protocol }} {{total}}', values)).toEqual([
    { text: 'Marina', variable: true },
    { text: ', protocolo ', variable: false },
    { text: '2EK7QX4A', variable: true },
    { text: ' ', variable: false },
    { text: '{{total}}', variable: false },
  ]);
});
