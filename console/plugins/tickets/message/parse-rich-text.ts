import { linkAt } from '../../../shell/links.ts';

/** A run of message text. Formats may nest; `code` and `link` never hold others. */
export type Run =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly runs: readonly Run[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'block'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const;

const wordChar = /[\p{L}\p{N}]/u;
const isWord = (char: string | undefined): boolean => char !== undefined && wordChar.test(char);
const isSpace = (char: string | undefined): boolean => char === undefined || char.trim() === '';

/**
 * Returns where formats may close, for who asks from left to right: each answer begins to look where the one before
 * ended, so that all of them together read the text once.
 */
function closings(text: string, mark: string) {
  let close = 0;
  let line = 0;
  const closes = (at: number) => text[at] === mark && !isSpace(text[at - 1]) && !isWord(text[at + 1]);
  return {
    /** The closing mark of a format that opens at `start`: same line, not empty, not before a word character; or -1. */
    after(start: number): number {
      if (isSpace(text[start + 1])) return -1;
      close = Math.max(close, start + 2);
      while (close < text.length && !closes(close)) close += 1;
      line = Math.max(line, start + 1);
      while (line < close && text[line] !== '\n') line += 1;
      return close < text.length && line >= close ? close : -1;
    },
  };
}

/**
 * Returns the runs of a text with the messaging app's formatting: *bold*, _italic_, ~strike~, `code`, ```blocks```
 * and links. Everything else is text. Strangers write it: the time it takes grows with its length and with nothing
 * else. Formats nest at most once in each other, for none holds its own closing mark.
 */
export function parseRichText(text: string): readonly Run[] {
  const runs: Run[] = [];
  const close = {
    '*': closings(text, '*'),
    _: closings(text, '_'),
    '~': closings(text, '~'),
    '`': closings(text, '`'),
  };
  /** Up to where the text has been taken; from where on a link may begin that was not looked at. */
  let takenLetters = 0;
  let linksFrom = 0;
  const push = (run: Run | undefined, from: number, to: number) => {
    if (from > takenLetters) runs.push({ kind: 'text', text: text.slice(takenLetters, from) });
    if (run) runs.push(run);
    takenLetters = to;
  };
  for (let i = 0; i < text.length; ) {
    const char = text[i] ?? '';
    if (char === '`' && text.startsWith('```', i)) {
      const end = text.indexOf('```', i + 3);
      if (end > i + 3) {
        push({ kind: 'block', text: text.slice(i + 3, end).replace(/^\n|\n$/gu, '') }, i, end + 3);
        i = end + 3;
        continue;
      }
    }
    const atBoundary = i === 0 || !isWord(text[i - 1]);
    if (atBoundary && (char === '`' || char === '*' || char === '_' || char === '~')) {
      const end = close[char].after(i);
      if (end !== -1) {
        const inner = text.slice(i + 1, end);
        push(
          char === '`' ? { kind: 'code', text: inner } : { kind: marks[char], runs: parseRichText(inner) },
          i,
          end + 1,
        );
        i = end + 1;
        continue;
      }
    }
    if (atBoundary && i >= linksFrom && /[hw]/iu.test(char)) {
      const { link, end } = linkAt(text, i);
      linksFrom = end;
      if (link !== undefined) {
        push({ kind: 'link', ...link }, i, i + link.text.length);
        i = takenLetters;
        continue;
      }
    }
    i += 1;
  }
  push(undefined, text.length, text.length);
  return runs;
}

const wordsOf = (run: Run): string => ('runs' in run ? run.runs.map(wordsOf).join('') : run.text);

/** Returns what a message says where formats cannot be shown: the words without the marks around them. */
export const withoutMarks = (text: string): string => parseRichText(text).map(wordsOf).join('');
