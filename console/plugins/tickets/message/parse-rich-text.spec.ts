import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRichText, type Run } from './parse-rich-text.ts';

/** Milliseconds of this thread's processor, which a busy machine takes from nobody's count. */
const cpuMs = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

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
    const texts = [8_192, 65_536].map((length) => unit.repeat(length / unit.length)) as [string, string];
    const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
    // Eight times as long: quadratic would be 64 times as slow, each time. The millisecond is for what is too short to
    // measure.
    const isSteep = () => best[1] >= Math.max(best[0], 1) * 24;
    let spent = 0;
    for (let turn = 0; (turn < 3 || (turn < 30 && isSteep())) && spent < 2_000; turn++)
      texts.forEach((text, at) => {
        const took = cpuMs(() => parseRichText(text));
        best[at] = Math.min(best[at]!, took);
        spent += took;
      });
    expect(isSteep(), `${best[0]} ms, then ${best[1]} ms`).toBe(false);
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
            let runs: readonly Run[] = [];
            const took = cpuMs(() => {
              runs = parseRichText(text);
            });
            best = Math.min(best, took);
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
