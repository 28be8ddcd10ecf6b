export const hues = ['anil', 'lagoa', 'mata', 'oliva', 'ipe', 'barro', 'pitanga', 'uva'] as const;
export type Hue = (typeof hues)[number];
/** The light hex of each hue: what queues and tags store. */
export const hueColors: Readonly<Record<Hue, string>> = {
  anil: '#4073d4',
  lagoa: '#04869c',
  mata: '#068e58',
  oliva: '#768b17',
  ipe: '#b88002',
  barro: '#c05008',
  pitanga: '#c24562',
  uva: '#875cc6',
};

/** Returns the three tones of a hue, or of none, as the classes of chips, dots and faces read them. */
export const tint = (hue: Hue | undefined): object =>
  hue === undefined
    ? { '--c': 'var(--text-disabled)', '--c-bg': 'var(--surface-3)', '--c-fg': 'var(--text-muted)' }
    : { '--c': `var(--tag-${hue})`, '--c-bg': `var(--tag-${hue}-bg)`, '--c-fg': `var(--tag-${hue}-fg)` };

/** Returns the same tint for the same id, always. */
export const hueOf = (id: string): Hue => {
  let hash = 0;
  for (const char of id) hash = (hash * 31 + char.codePointAt(0)!) >>> 0;
  return hues[hash % hues.length]!;
};

const rgb = (hex: string): [number, number, number] => {
  const digits = hex.replace('#', '');
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16) || 0) as [number, number, number];
};
/** Returns degrees on the colour wheel; NaN for a grey. */
const angle = (hex: string): number => {
  const [r, g, b] = rgb(hex);
  const max = Math.max(r, g, b);
  const spread = max - Math.min(r, g, b);
  if (spread < 12) return Number.NaN;
  const sector = max === r ? ((g - b) / spread) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return (sector * 60 + 360) % 360;
};

/** Returns the token whose hue is nearest to a stored colour; undefined for greys and what is no colour. */
export const nearestHue = (color: string): Hue | undefined => {
  const wanted = angle(color);
  if (Number.isNaN(wanted)) return undefined;
  const distance = (hue: Hue) => {
    const apart = Math.abs(angle(hueColors[hue]) - wanted);
    return Math.min(apart, 360 - apart);
  };
  return hues.toSorted((a, b) => distance(a) - distance(b))[0];
};
