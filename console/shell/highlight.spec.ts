import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const marked = (text: string, search: string) =>
  highlight(text, search)
    .map(({ text: part, hit }) => (hit ? `[${part}]` : part))
    .join('');

test.each([
  ['Marina Coutinho', 'mar', '[Mar]ina Coutinho'],
  ['Ateliê Três Marias', 'mari', 'Ateliê Três [Mari]as'],
  ['João Antônio', 'joao anto', '[João] [Antô]nio'],
  ['Ícaro', 'icaro', '[Ícaro]'],
  ['Ana e Ana', 'ana', '[Ana] e [Ana]'],
  ['Banana', 'ana', 'Banana'],
  ['Pedido 20.388', '388', 'Pedido 20.[388]'],
  ['Olá 😊 tudo', 'tudo', 'Olá 😊 [tudo]'],
  ['Marina', '', 'Marina'],
  ['Marina', '  ?! ', 'Marina'],
  ['Mar', 'marina', 'Mar'],
])('%s searched for %j: %s', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});

test('nothing of the text is lost, whatever is looked for', () => {
  const text = 'Cafe\u0301 “açúcar” — straße 👩‍👩‍👧';
  for (const search of ['cafe', 'a', 'str', 'ss', '👩', 'é'])
    expect(
      highlight(text, search)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
});
