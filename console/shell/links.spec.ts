import { expect, it } from 'vitest';
import { linkPieces } from './links.ts';

it('takes the links of a text apart, without the full stop behind them', () => {
  expect(linkPieces('Veja https://exemplo.com/aviso, ou www.exemplo.com.')).toEqual([
    { text: 'Veja ' },
    { text: 'https://exemplo.com/aviso', href: 'https://exemplo.com/aviso' },
    { text: ', ou ' },
    { text: 'www.exemplo.com', href: 'https://www.exemplo.com' },
    { text: '.' },
  ]);
});

it.each(['', 'Sem nada', 'javascript:alert(1)', 'data:text/html,x', 'umwww.exemplo'])(
  'leaves %j as it is',
  (text) => {
    expect(linkPieces(text)).toEqual(text === '' ? [] : [{ text }]);
  },
);

it('is read once, whatever strangers write', () => {
  const many = 'https://a.example/?https://b.example '.repeat(20_000);
  expect(linkPieces(many).filter(({ href }) => href !== undefined)).toHaveLength(20_000);
});
