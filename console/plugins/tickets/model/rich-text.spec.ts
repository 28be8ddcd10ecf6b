import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRichText, type Run } from './rich-text.ts';

const plain = (runs: readonly Run[]): string =>
  runs.map((run) => ('runs' in run ? plain(run.runs) : run.text)).join('');

describe('message text', () => {
  it('reads the four formats', () => {
    expect(parseRichText('*a* _b_ ~c~ `d`').map((run) => run.kind)).toEqual([
      'bold',
      'text',
      'italic',
      'text',
      'strike',
      'text',
      'code',
    ]);
  });
  it('nests them', () => {
    expect(parseRichText('*a _b_*')).toEqual([
      {
        kind: 'bold',
        runs: [
          { kind: 'text', text: 'a ' },
          { kind: 'italic', runs: [{ kind: 'text', text: 'b' }] },
        ],
      },
    ]);
  });
  it.each(['2*3*4', 'snake_case_name', '* a *', '**', 'a*b*', '*a\nb*', '*a*b'])(
    'leaves %j alone',
    (text) => {
      expect(parseRichText(text)).toEqual([{ kind: 'text', text }]);
    },
  );
  it('finds links without the full stop after them', () => {
    expect(parseRichText('veja https://a.example/x?y=1. ok')).toEqual([
      { kind: 'text', text: 'veja ' },
      { kind: 'link', text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
      { kind: 'text', text: '. ok' },
    ]);
    expect(parseRichText('www.a.example')).toEqual([
      { kind: 'link', text: 'www.a.example', href: 'https://www.a.example' },
    ]);
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', 'xhttps//a'])('makes no link of %j', (text) => {
    expect(parseRichText(text).every((run) => run.kind === 'text')).toBe(true);
  });
  it('keeps blocks as they are', () => {
    expect(parseRichText('```\n*a*\n```')).toEqual([{ kind: 'block', text: '*a*' }]);
  });
  it('loses no text that is not a mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '*', '_', '~', '\n', 'é') }), (text) => {
        const strip = (value: string) => value.replace(/[*_~]/gu, '');
        expect(strip(plain(parseRichText(text)))).toBe(strip(text));
      }),
    );
  });
  it('reads a long line of marks in time', () => {
    const started = performance.now();
    parseRichText('*a'.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
