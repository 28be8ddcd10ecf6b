/** Returns a title's line, marked; the signs that may stand at its end too go. */
function titleOf(line: string, words: string): string {
  let end = words.trimEnd().length;
  while (words[end - 1] === '#') end -= 1;
  const title = words.slice(0, end).replaceAll('*', '').trim();
  return title === '' ? line : `*${title}*`;
}

/**
 * Returns a model's words as the messaging app marks them. Models write Markdown however they are asked not to, and its stars and
 * brackets would stand in the customer's message.
 */
export const appMarks = (text: string): string =>
  text
    .replaceAll(/(?<![*\w])\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*(?![*\w])/g, '*$1*')
    .replaceAll(/(?<![_\w])__(?=[^\s_])([^_\n]*[^\s_])__(?![_\w])/g, '*$1*')
    .replaceAll(/~~(?=[^\s~])([^~\n]*[^\s~])~~/g, '~$1~')
    .replaceAll(/^#{1,6}[ \t]+(.+)$/gm, titleOf)
    .replaceAll(/\[([^[\]\n]+)\]\((https?:[^)\s]{1,2000})\)/g, (_whole, label: string, url: string) =>
      label === url ? url : `${label} (${url})`,
    );

/** Returns words as they are spoken: nobody says a star. */
export const withoutMarks = (text: string): string =>
  text.replaceAll(/(?<!\w)([*~])(?=\S)([^*~\n]*\S)\1(?!\w)/g, '$2');
