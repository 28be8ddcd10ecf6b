import { describe, expect, it } from 'vitest';
import { textChange } from './text-change.ts';

describe('what an edit changed', () => {
  it('is the words that differ, with a little of what stands around them', () => {
    expect(
      textChange(
        'Temos sim! O Aurora 40 cm está disponível: 8 unidades na loja do Centro.',
        'Temos sim! O Aurora 40 cm está disponível: 6 unidades na loja do Centro.',
      ),
    ).toEqual({
      start: '… cm está disponível: ',
      removed: '8',
      added: '6',
      end: 'unidades na loja …',
    });
  });
  it('is what was added or taken away at an end', () => {
    expect(textChange('Bom dia', 'Bom dia, Ana')).toMatchObject({ removed: 'dia', added: 'dia, Ana' });
    expect(textChange('um dois', 'um')).toEqual({ start: 'um', removed: 'dois', added: '', end: '' });
  });
  it('counts a repeated word once', () => {
    expect(textChange('a a', 'a a a')).toMatchObject({ removed: '', added: 'a' });
  });
  it('is nothing when nothing changed, and everything when all of it did', () => {
    expect(textChange('igual', 'igual')).toMatchObject({ removed: '', added: '' });
    expect(textChange('sim', 'não')).toEqual({ start: '', removed: 'sim', added: 'não', end: '' });
  });
});
