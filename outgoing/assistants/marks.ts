/**
 * Returns a model's words as the messaging app marks them. Models write Markdown however they are asked not to, and its stars and
 * brackets would stand in the customer's message.
 */
export const appMarks = (text: string): string =>
  text
    .replaceAll(/(?<![*\w])\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*(?![*\w])/g, '*$1*')
    .replaceAll(/(?<![_\w])__(?=[^\s_])([^_\n]*[^\s_])__(?![_\w])/g, '*$1*')
    .replaceAll(/~~(?=[^\s~])([^~\n]*[^\s~])~~/g, '~$1~')
    .replaceAll(
      /^#{1,6}[ \t]+(.+?)[ \t]*#*$/gm,
      (_whole, title: string) => `*${title.replaceAll('*', '').trim()}*`,
    )
    .replaceAll(/\[([^\]\n]+)\]\((https?:[^)\s]+)\)/g, (_whole, label: string, url: string) =>
      label === url ? url : `${label} (${url})`,
    );

/** Returns words as they are spoken: nobody says a star. */
export const withoutMarks = (text: string): string =>
  text.replaceAll(/(?<!\w)([*~])(?=\S)([^*~\n]*\S)\1(?!\w)/g, '$2');
