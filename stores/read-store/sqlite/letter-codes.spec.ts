import { expect, it } from 'vitest';
import { codeOf, firstWith } from './letter-codes.ts';

/** Texts as they are stored to sort by, and hostile ones; the same at every run. */
function someTexts(count: number): readonly string[] {
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const words = [
    'maria',
    'jose',
    'da',
    'silva',
    'x',
    '5511955001001',
    '0451',
    'ção',
    '!',
    '{',
    '\u0001',
    'Z',
    'Y',
    '@',
    '😀',
    'zz',
    '',
  ];
  const glue = ['', ' ', ' ', '  ', '-', 'a', '9'];
  return Array.from({ length: count }, () =>
    Array.from({ length: random(6) }, () => words[random(words.length)]! + glue[random(glue.length)]!).join(
      '',
    ),
  );
}

const inOrder = (texts: readonly string[]) =>
  // By code points, as SQLite sorts them; code units would put some others after them.
  texts.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

it('never gives a greater text a smaller code', () => {
  const texts = inOrder(someTexts(20_000));
  for (const [at, text] of texts.entries())
    if (at > 0)
      expect(codeOf(text), `${texts[at - 1]} | ${text}`).toBeGreaterThanOrEqual(codeOf(texts[at - 1]!));
});

it('stays a whole number below 2^43', () => {
  for (const text of [...someTexts(2_000), '', 'z'.repeat(100), '\u{10ffff}'.repeat(20), '9'.repeat(50)]) {
    const code = codeOf(text);
    expect(Number.isSafeInteger(code) && code >= 0 && code < 2 ** 43, text).toBe(true);
  }
});

it('says what comes before no text with the code or a greater one', () => {
  const texts = inOrder([...new Set(someTexts(3_000))]);
  for (const [at, text] of texts.entries()) {
    const first = firstWith(codeOf(text));
    expect(codeOf(first), text).toBeLessThanOrEqual(codeOf(text));
    // What is smaller than it has a smaller code.
    for (const smaller of texts.slice(Math.max(0, at - 40), at))
      if (codeOf(smaller) === codeOf(text))
        expect(Buffer.compare(Buffer.from(first), Buffer.from(smaller)) <= 0, `${first} | ${smaller}`).toBe(
          true,
        );
  }
});

it('tells people with one first name from each other, and numbers by more than their country', () => {
  const tellsApart = (one: string, other: string) =>
    expect(codeOf(one), `${one} | ${other}`).not.toBe(codeOf(other));
  tellsApart('marina albernaz', 'marina albuquerque');
  tellsApart('jose carlos dias', 'jose carlos lima');
  tellsApart('benedito almeida', 'benedito barros');
  tellsApart('5511955001001', '5511955101001');
});

it('gives the codes that are stored: others are another `format` of the read models', () => {
  expect([codeOf('maria silva'), codeOf('5511955001001'), codeOf('')]).toEqual([
    5_390_407_596_562, 56_855_387_423, 0,
  ]);
});
