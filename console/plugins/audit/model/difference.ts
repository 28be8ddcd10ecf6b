/** What the audit page works out apart from its parts on the screen: what it is filtered by, and where two texts differ. */

/** A text cut into what stayed and what did not: `before` and `after` differ by `gone` and `come` alone. */
export interface Difference {
  readonly begin: string;
  readonly gone: string;
  readonly come: string;
  readonly end: string;
}

const words = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

/** Returns what differs between two texts, by whole words: one stretch between what they begin and end with alike. */
export function difference(before: string, after: string): Difference {
  const [was, is] = [words(before), words(after)];
  const least = Math.min(was.length, is.length);
  let begin = 0;
  while (begin < least && was[begin] === is[begin]) begin++;
  let end = 0;
  while (end < least - begin && was.at(-1 - end) === is.at(-1 - end)) end++;
  return {
    begin: was.slice(0, begin).join(''),
    gone: was.slice(begin, was.length - end).join(''),
    come: is.slice(begin, is.length - end).join(''),
    end: end === 0 ? '' : was.slice(-end).join(''),
  };
}
