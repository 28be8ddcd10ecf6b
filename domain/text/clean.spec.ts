import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanName, cleanText } from './clean.ts';

const anything = fc.string({ unit: 'binary', maxLength: 200 });

it('a cleaned text is well-formed, has no control characters and is no longer than said; cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 60 }), (text, longest) => {
      for (const clean of [cleanText, cleanName]) {
        const once = clean(text, longest);
        expect(once.isWellFormed()).toBe(true);
        expect(once.length).toBeLessThanOrEqual(longest);
        expect(/(?![\n\t])\p{Cc}/u.test(once)).toBe(false);
        expect(clean(once, longest)).toBe(once);
      }
    }),
  );
});

it('what people write stays as it is', () => {
  for (const text of ['Olá! 🙂\n\tsegunda linha', 'שלום', '👨‍👩‍👧', 'naïve'])
    expect(cleanText(text, 100)).toBe(text);
});

it('a name is one line and does not turn the text after it round', () => {
  expect(cleanName(' A\u0000B\r\nSet-Cookie: x\u202e ', 100)).toBe('AB Set-Cookie: x');
  // What went between two blanks leaves one: cleaned again it would be another name.
  expect(cleanName('Ana \u0001 \u202e Lima', 100)).toBe('Ana Lima');
});

it('a name of which nothing can be seen is none: who has it is called by the number', () => {
  for (const name of ['\u200b\u200b', '\u3164', ' \ufeff\u2060 ', '\u2800\u2800', '\u00ad', '\u200bA'])
    expect(cleanName(name, 1)).toBe('');
  for (const name of ['👩‍🚀', '.', 'ㅤJu']) expect(cleanName(name, 100)).toBe(name);
});

it('a pair is never cut in half', () => {
  expect(cleanText('x🙂', 2)).toBe('x');
});
