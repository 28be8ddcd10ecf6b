const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** Returns a size as 184 KB; one decimal below ten, as file managers write it. */
export function fileSize(bytes: number, locale: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString(locale, { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

/** Types whose name says nothing to people. */
const plainer: Readonly<Record<string, string>> = { plain: 'txt', 'octet-stream': '' };

/** Returns what a file is called, PDF, DOCX: the name's ending, else the second half of the type; '' where that says nothing. */
export function fileKind(name: string, mime: string): string {
  const ending = /\.([a-z0-9]{1,5})$/iu.exec(name)?.[1];
  const type = mime.split('/').at(-1)?.split(/[.+;]/u).at(-1) ?? '';
  return (ending ?? plainer[type] ?? type).toUpperCase();
}

/** Returns how a file to be sent is shown before the server has looked at it. */
export function mediaTypeOf(mime: string): 'image' | 'audio' | 'video' | 'application' {
  const [kind] = mime.split('/');
  if (mime === 'image/svg+xml') return 'application';
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application';
}
