/** Files as far as their first bytes tell of them: type, size of a picture, and what a bubble shows. */

/** Bytes at the beginning of a file that tell its type. */
export const sniffedBytes = 4_100;

/** Returns whether a type is among these: exact, or a family (`audio/*`, `application/vnd.oasis.opendocument.*`). */
export const matchesType = (mime: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? mime.startsWith(pattern.slice(0, -1)) : mime === pattern,
  );

/** Containers of sound and film alike: what is claimed tells which. */
const containers = /^(video\/(webm|mp4|ogg)|application\/ogg)$/;
/** Claims that are believed of a text: none of them is ever run or shown as a page. */
const texts = /^(text\/(plain|csv|calendar|vcard|x-vcard)|application\/json)$/;
/** Markup that a browser would run when it is opened as a page of ours. */
const markup = /^\uFEFF?\s*<(!doctype\s+html|html|head|body|svg|script|iframe|!--)/i;
/** Texts that a desktop runs when they are opened. */
const scripts = /\.(com|pif|scr)$/i;
/**
 * Names by which a desktop or a phone runs a file whatever its bytes begin with: who reads such a script skips what it does not
 * understand, and an installer is a container like a document's. A dot or a blank after it goes when the file is saved.
 */
const programs =
  /\.(apk|appx|bat|chm|cmd|command|desktop|hta|inf|jar|jnlp|jse?|lnk|msix?|msp|ps1|reg|scf|sh|url|vbe?|vbs|webloc|wsf|wsh)[\s.]*$/i;

/** Whether there are no control characters but those of texts, whatever the encoding: spreadsheets still save CSV as Latin-1. */
const isText = (head: Uint8Array): boolean =>
  head.every((byte) => byte >= 32 || byte === 27 || (byte >= 9 && byte <= 13));

const letters = (head: Uint8Array): string => String.fromCharCode(...head.subarray(0, 512));

/**
 * Returns the type of a file's bytes. What the sender claims counts only where it cannot do harm.
 * @param found what a library recognises by its signature
 * @param head the first bytes, `sniffedBytes` of them where there are as many
 */
export function contentType(
  found: string | undefined,
  head: Uint8Array,
  { claimed: claimedType = '', name = '' }: { claimed?: string | undefined; name?: string | undefined },
): string {
  // Browsers leave out what is not seen of a name.
  if (programs.test(name.replaceAll(/\p{Cf}/gu, ''))) return 'application/x-sh';
  const plain = claimedType.split(';')[0]?.trim().toLowerCase() ?? '';
  const known = found?.split(';')[0]?.trim();
  if (known)
    return plain.startsWith('audio/') && containers.test(known) ? `audio/${known.split('/')[1]}` : known;
  if (!isText(head)) return 'application/octet-stream';
  if (plain === 'text/html' || markup.test(letters(head).replace(/^ï»¿/, ''))) return 'text/html';
  if (scripts.test(name) || letters(head).startsWith('#!')) return 'application/x-sh';
  if (texts.test(plain) && plain !== 'text/plain') return plain;
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}
