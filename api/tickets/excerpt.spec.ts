import { expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

it('shows a short text whole, on one line', () => {
  expect(excerpt('A obra\nda  Marilena', 'obra')).toBe('A obra da Marilena');
});

it('begins a little before what was found, at a word', () => {
  const text = `${'palavra '.repeat(40)}a reunião ficou para janeiro`;
  expect(excerpt(text, 'REUNIAO')).toBe('… palavra a reunião ficou para janeiro');
});

it('has what was found within a narrow row, however long the word before it', () => {
  const text = `${'palavra '.repeat(40)}anticonstitucionalissimamente verdejante`;
  expect(excerpt(text, 'verde')).toBe('… verdejante');
  const address = `${'palavra '.repeat(40)}https://loja.example/lustres/verdejante hoje`;
  expect(excerpt(address, 'verde')).toBe('… verdejante hoje');
});

it('finds by the beginnings of words only', () => {
  const text = `${'banana '.repeat(30)}ana`;
  expect(excerpt(text, 'ana').endsWith(' ana')).toBe(true);
});

it('shows the beginning when it cannot say where, and never half a character', () => {
  expect(excerpt('Olá, tudo bem?', '!!')).toBe('Olá, tudo bem?');
  const cut = excerpt('😀'.repeat(200), 'x');
  expect([...cut]).toHaveLength(120);
  expect(cut.isWellFormed()).toBe(true);
});
