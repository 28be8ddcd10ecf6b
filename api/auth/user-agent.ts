const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).* Safari\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
] as const;

/** Returns what people call the browser, with its version where it says one, and the system; '' for what is not known. */
export function browserOf(userAgent = ''): {
  readonly browser: string;
  readonly version: string;
  readonly system: string;
} {
  for (const [browser, pattern] of browsers) {
    const match = pattern.exec(userAgent);
    if (match) return { browser, version: match[1] ?? '', system: systemOf(userAgent) };
  }
  return { browser: '', version: '', system: systemOf(userAgent) };
}

const systemOf = (userAgent: string): string =>
  systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';

/** Returns both in one; '?' where neither is known. */
export function deviceName(userAgent?: string): string {
  const { browser, system } = browserOf(userAgent);
  return [browser, system].filter(Boolean).join(', ') || '?';
}
