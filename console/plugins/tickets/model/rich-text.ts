/** A run of message text. Formats may nest; `code` and `link` never hold others. */
export type Run =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly runs: readonly Run[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'block'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const;

// Only http, https and bare www: a `javascript:` or `data:` address in a message must stay text.
const LINK = /(?:https?:\/\/|www\.)[^\s<>"']+/iu;
const TRAILING = /[.,;:!?)\]}*_~]+$/u;

const wordChar = /[\p{L}\p{N}]/u;

const linkAt = (text: string): { text: string; href: string } | undefined => {
  const match = LINK.exec(text);
  if (match === null || match.index !== 0) return undefined;
  const shown = match[0].replace(TRAILING, '');
  const href = /^www\./iu.test(shown) ? `https://${shown}` : shown;
  return URL.canParse(href) ? { text: shown, href } : undefined;
};

/** The closing mark of a format that opens at `start`: same line, not empty, not before a word character. */
const closing = (text: string, start: number, mark: string): number => {
  // Bounded, so that a long line of marks costs no quadratic time.
  const limit = start + 1024;
  for (
    let end = text.indexOf(mark, start + 1);
    end !== -1 && end < limit;
    end = text.indexOf(mark, end + 1)
  ) {
    const inner = text.slice(start + 1, end);
    if (inner.includes('\n')) return -1;
    const next = text[end + 1];
    if (inner.trim() === inner && inner !== '' && (next === undefined || !wordChar.test(next))) return end;
  }
  return -1;
};

/** The messaging app's formatting: *bold*, _italic_, ~strike~, `code`, ```blocks``` and links. Everything else is text. */
export const parseRichText = (text: string): readonly Run[] => {
  const runs: Run[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') runs.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let i = 0; i < text.length; ) {
    const rest = text.slice(i, i + 2048);
    const atBoundary = i === 0 || !wordChar.test(text[i - 1] ?? '');
    const char = text[i] ?? '';
    if (rest.startsWith('```')) {
      const end = text.indexOf('```', i + 3);
      if (end > i + 3) {
        flush();
        runs.push({ kind: 'block', text: text.slice(i + 3, end).replace(/^\n|\n$/gu, '') });
        i = end + 3;
        continue;
      }
    }
    if (atBoundary && char === '`') {
      const end = closing(text, i, '`');
      if (end !== -1) {
        flush();
        runs.push({ kind: 'code', text: text.slice(i + 1, end) });
        i = end + 1;
        continue;
      }
    }
    if (atBoundary && (char === '*' || char === '_' || char === '~')) {
      const end = closing(text, i, char);
      if (end !== -1) {
        flush();
        runs.push({ kind: marks[char], runs: parseRichText(text.slice(i + 1, end)) });
        i = end + 1;
        continue;
      }
    }
    const link = atBoundary && /[hw]/iu.test(char) ? linkAt(rest) : undefined;
    if (link !== undefined) {
      flush();
      runs.push({ kind: 'link', ...link });
      i += link.text.length;
      continue;
    }
    plain += char;
    i += 1;
  }
  flush();
  return runs;
};

const wordsOf = (run: Run): string => ('runs' in run ? run.runs.map(wordsOf).join('') : run.text);

/** What a message says where formats cannot be shown: the words without the marks around them. */
export const withoutMarks = (text: string): string => parseRichText(text).map(wordsOf).join('');
