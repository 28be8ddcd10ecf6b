/** Returns the first key, in byte order, above every key that starts with `prefix`; undefined when there is none. */
export const keyAfter = (prefix: string): string | undefined => {
  const letters = [...prefix];
  for (let at = letters.length - 1; at >= 0; at--) {
    const point = letters[at]!.codePointAt(0)!;
    if (point >= 0x10ffff) continue;
    // Surrogates are no characters: the next after U+D7FF is U+E000.
    const next = point === 0xd7ff ? 0xe000 : point + 1;
    return letters.slice(0, at).join('') + String.fromCodePoint(next);
  }
  return undefined;
};
