import { expect, it } from 'vitest';
import { readVcard, writeVcard } from './vcard.ts';

it('a card’s number is WhatsApp’s own form of it, or else the digits that stand there', () => {
  expect(readVcard('BEGIN:VCARD\nFN:Bia\nTEL;waid=5511955500143:+55 11 95550-0143\nEND:VCARD', null)).toEqual(
    {
      name: 'Bia',
      number: '5511955500143',
    },
  );
  expect(readVcard('FN:Bia\nitem1.TEL:+55 (11) 95550-0143', 'Bia da obra')).toEqual({
    name: 'Bia da obra',
    number: '5511955500143',
  });
  expect(readVcard('FN:Sem número', undefined)).toEqual({ name: 'Sem número' });
});

it('what is written is read again; separators and lines in a name stay in the name', () => {
  const card = writeVcard({ name: 'Silva, Filhos; Cia\\Ltda\nTEL:+1', number: '5511955500143' });
  expect(card.split('\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Silva\\, Filhos\\; Cia\\\\Ltda\\nTEL:+1',
    'TEL;type=CELL;waid=5511955500143:+5511955500143',
    'END:VCARD',
  ]);
  expect(readVcard(card, undefined).number).toBe('5511955500143');
});
