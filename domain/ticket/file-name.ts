/** Returns a file's name as attachments of records have it: with an underscore for each space. */
export const underscoreSpaces = (name: string): string => name.replaceAll(/\s/g, '_');

/** Returns a file name that is only a name: no path, no control or direction characters, well-formed, at most 120 characters. */
export const safeName = (name: string | undefined): string => {
  const base = (name ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu, '').trim();
  const short = [...clean.replace(/^\.+/, '')];
  if (short.length === 0) return 'arquivo';
  const text = short.join('');
  if (short.length <= 120) return text;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(text)?.[0] ?? '';
  return `${short.slice(0, 120 - extension.length).join('')}${extension}`;
};
