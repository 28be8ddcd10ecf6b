/** The longest one there is, a kiss with two skin tones, has 15. */
const longest = 32;
/** Made when first asked for: its tables take longer to load than most of what a start loads. */
let graphemes: Intl.Segmenter | undefined;
const pictureChar = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20e3/u;

/** Returns whether a text is one emoji and nothing beside it. Newer ones than this program's tables know are taken too. */
export function isEmoji(text: string): boolean {
  if (text === '' || text.length > longest || !text.isWellFormed() || !pictureChar.test(text)) return false;
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const [first, ...others] = graphemes.segment(text);
  return first !== undefined && others.length === 0;
}

/** What people react with most: offered without looking for it. */
export const usualReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
