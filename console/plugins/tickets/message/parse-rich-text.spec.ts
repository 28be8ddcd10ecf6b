import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRichText, type Run } from './parse-rich-text.ts';

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
  it.each(['2*3*4', 'snake_case_name', '* a *', '* a*', '*a *b', '**', 'a*b*', '*a\nb*', '*a*b'])(
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
  it.each([
    '"*a "',
    '*a*b ',
    '* ',
    '*a',
    '_*~',
    '`a ',
    '```',
    '``` ',
    'www.[',
    'http://.',
    'h ',
    'https://a.example/...',
    '*_a_ ',
    '\n*',
  ])('a message full of %j takes time by its length: twice as long is not four times as slow', (unit) => {
    const timeOf = (length: number) => {
      const text = unit.repeat(length / unit.length);
      let best = Number.POSITIVE_INFINITY;
      // The best of several: a busy machine makes any one of them slow.
      for (let turn = 0; turn < 5; turn++) {
        const started = performance.now();
        parseRichText(text);
        best = Math.min(best, performance.now() - started);
      }
      return best;
    };
    timeOf(8_192);
    const short = timeOf(8_192);
    // Eight times as long: quadratic would be 64 times as slow. The millisecond is for what is too short to measure.
    expect(timeOf(65_536)).toBeLessThan(Math.max(short, 1) * 24);
  });
  it('whatever the text, it takes less than a millisecond for a thousand characters, and loses none', () => {
    const unit = fc.constantFrom('a', ' ', '*', '_', '~', '`', '\n', 'é', '🙂', 'www.', 'http://', '.', '[');
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4_000 }),
        (parts, times) => {
          const text = parts.join('').repeat(times).slice(0, 65_536);
          let best = Number.POSITIVE_INFINITY;
          for (let turn = 0; turn < 3 && best > 10 + text.length / 1_000; turn++) {
            const started = performance.now();
            const runs = parseRichText(text);
            best = Math.min(best, performance.now() - started);
            const strip = (value: string) => value.replace(/[*_~`\n]/gu, '');
            expect(strip(plain(runs)) === strip(text)).toBe(true);
          }
          expect(best).toBeLessThan(10 + text.length / 1_000);
        },
      ),
      { numRuns: 60 },
    );
  });
});
