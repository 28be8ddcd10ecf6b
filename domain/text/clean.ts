/** Texts and names as people type them: how they are cleaned, compared, sorted and searched, everywhere alike. */

/** What no text of ours holds: NUL and the other control characters, but for line feed and tab. */
const controls = /(?![\n\t])\p{Cc}/gu;
/** Marks that turn the reading direction of what follows them: in a name they make the next text lie. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What no screen shows, alone: joiners, fillers, marks of their kind. Beside a letter they have their use. */
const nothingToSee = /^[\p{Default_Ignorable_Code_Point}\u2800\s]*$/u;

/** Whether there is anything to see of a text: who looks for a name of joiners and fillers alone finds an empty line. */
export const isSeen = (text: string): boolean => !nothingToSee.test(text);

/** Returns a name as it is stored: without blanks around it, empty where nothing can be seen of it. */
export const seenName = (name: string): string => (isSeen(name) ? name.trim() : '');

/** Returns a text that somebody typed without control characters, its lines ended by line feeds. */
export const withoutControls = (text: string): string => text.replace(/\r\n?/g, '\n').replace(controls, '');

/** Returns at most `longest` UTF-16 units, never half of a pair. */
export const cutText = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest);
};

/**
 * Returns a text of strangers as it may be stored: well-formed (a lone surrogate is no UTF-8 and would come back as
 * another text), without control characters, at most `longest` UTF-16 units.
 */
export const cleanText = (text: string, longest: number): string =>
  // Twice the length leaves room for what goes; beyond it nothing of a giant text is looked at.
  cutText(withoutControls(cutText(text, longest * 2).toWellFormed()), longest);

/**
 * Returns a name of strangers as it may be stored: one line, trimmed, without marks that turn the reading direction. One
 * of which nothing could be seen is empty: a card without a name could be neither found nor spoken of.
 */
export function cleanName(name: string, longest: number): string {
  const line = cutText(name, longest * 4)
    .toWellFormed()
    .replace(/[\s\u0085\u2028\u2029]+/g, ' ')
    .replace(controls, '')
    .replace(directions, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  const cut = cutText(line, longest).trim();
  return isSeen(cut) ? cut : '';
}
