/** What an edit changed, in words: `kept` before and after it is shortened to a few words of context. */
export interface TextChange {
  readonly start: string;
  readonly removed: string;
  readonly added: string;
  readonly end: string;
}

const CONTEXT = 3;

/** Returns words with the white space that follows them: joined again they are the text. */
const words = (text: string): readonly string[] => text.match(/\S+\s*|\s+/gu) ?? [];

function sharedLength(a: readonly string[], b: readonly string[], most: number): number {
  let count = 0;
  while (count < most && a[count]?.trim() === b[count]?.trim()) count += 1;
  return count;
}

/** Returns the one stretch of words in which two texts differ. */
export function textChange(before: string, after: string): TextChange {
  const a = words(before);
  const b = words(after);
  const least = Math.min(a.length, b.length);
  const start = sharedLength(a, b, least);
  const end = sharedLength(a.toReversed(), b.toReversed(), least - start);
  const head = b.slice(0, start);
  const tail = end === 0 ? [] : b.slice(-end);
  return {
    start: head.length > CONTEXT ? `… ${head.slice(-CONTEXT).join('')}` : head.join(''),
    removed: a
      .slice(start, a.length - end)
      .join('')
      .trim(),
    added: b
      .slice(start, b.length - end)
      .join('')
      .trim(),
    end: tail.length > CONTEXT ? `${tail.slice(0, CONTEXT).join('').trimEnd()} …` : tail.join(''),
  };
}
