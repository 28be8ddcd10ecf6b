// Only http, https and bare www: a `javascript:` or `data:` address that somebody wrote must stay text.
const LINK = /(?:https?:\/\/|www\.)[^\s<>"']{1,2048}/iuy;
const trailing = new Set('.,;:!?)]}*_~');

/** Returns a link that begins at `start`. `end`: how far it was looked at, whether it is one or not. */
export function linkAt(text: string, start: number): { link?: { text: string; href: string }; end: number } {
  LINK.lastIndex = start;
  const match = LINK.exec(text);
  if (match === null) return { end: start };
  let length = match[0].length;
  while (trailing.has(match[0][length - 1] ?? '')) length -= 1;
  const shown = match[0].slice(0, length);
  const href = /^www\./iu.test(shown) ? `https://${shown}` : shown;
  return {
    end: start + match[0].length,
    ...(URL.canParse(href) && { link: { text: shown, href } }),
  };
}

interface Piece {
  readonly text: string;
  /** Where it leads; absent: it is no link. */
  readonly href?: string;
}

/** Returns a text in pieces, its links apart. */
export function linkPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let takenLetters = 0;
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])(?=https?:\/\/|www\.)/giu)) {
    const link = index < takenLetters ? undefined : linkAt(text, index).link;
    if (link === undefined) continue;
    if (index > takenLetters) pieces.push({ text: text.slice(takenLetters, index) });
    pieces.push(link);
    takenLetters = index + link.text.length;
  }
  if (takenLetters < text.length) pieces.push({ text: text.slice(takenLetters) });
  return pieces;
}
