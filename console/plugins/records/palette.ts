/** Hues by their degrees on the colour wheel, tones by their lightness: the presets beside the eight that are the product's own. */
const degrees = {
  red: 0,
  orange: 22,
  amber: 40,
  olive: 72,
  green: 140,
  turquoise: 178,
  blue: 208,
  indigo: 232,
  purple: 272,
  pink: 328,
} as const;
const lightness = { pale: 76, light: 62, plain: 48, dark: 36, deep: 24 } as const;
const saturation = 0.66;

export type PresetHue = keyof typeof degrees;
export type PresetTone = keyof typeof lightness;
export interface Preset {
  readonly color: string;
  readonly hue: PresetHue;
  readonly tone: PresetTone;
}

const hex = (share: number): string =>
  Math.round(share * 255)
    .toString(16)
    .padStart(2, '0');

function colorOf(degree: number, light: number): string {
  const l = light / 100;
  const spread = saturation * Math.min(l, 1 - l);
  const part = (offset: number) => {
    const k = (offset + degree / 30) % 12;
    return hex(l - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** A row a tone, a column a hue. */
export const palette: readonly Preset[] = (Object.keys(lightness) as PresetTone[]).flatMap((tone) =>
  (Object.keys(degrees) as PresetHue[]).map((hue) => ({
    color: colorOf(degrees[hue], lightness[tone]),
    hue,
    tone,
  })),
);
export const paletteColumns = Object.keys(degrees).length;

const channel = (part: string): number => {
  const value = Number.parseInt(part, 16) / 255;
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (color: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(color.slice(at, at + 2)));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
};
const inks = ['#ffffff', '#1d161c'] as const;

/** Returns what can be read on a colour (six digits). */
export const inkOn = (color: string): string =>
  contrast(color, inks[0]) >= contrast(color, inks[1]) ? inks[0] : inks[1];
