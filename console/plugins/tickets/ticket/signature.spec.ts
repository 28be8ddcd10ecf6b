import { describe, expect, it } from 'vitest';
import { signBody, splitSignature, withoutSignature } from './signature.ts';

describe('a signature', () => {
  it('is found again above the text it was put on', () => {
    expect(splitSignature(signBody('Ana Beatriz', 'Oi\n*tudo:*\nbem?'))).toEqual({
      name: 'Ana Beatriz',
      text: 'Oi\n*tudo:*\nbem?',
    });
  });
  it('is not any bold beginning', () => {
    expect(splitSignature('*Atenção* leia')).toEqual({ text: '*Atenção* leia' });
    expect(splitSignature('*Preço:* 10')).toEqual({ text: '*Preço:* 10' });
  });
  it('is no part of what was found in a message, which the server tells on one line', () => {
    expect(withoutSignature('*Ana Beatriz:* O abajur chegou')).toBe('O abajur chegou');
    expect(withoutSignature('…o *preço:* 10')).toBe('…o *preço:* 10');
  });
});
