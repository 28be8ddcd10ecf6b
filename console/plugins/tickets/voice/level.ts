/** Bars of the picture of what the microphone hears, the newest at the end. */
export const BARS = 48;
/** Between two bars: all of them are a bit less than four seconds. */
export const BAR_MS = 80;

/**
 * Returns how loud a moment was, 0 (silence) to 1, of samples as an analyser gives them (bytes around 128). Loudness is
 * heard by its logarithm: -48 dB and less is silence, -6 dB and more is full.
 */
export function loudness(samples: Uint8Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += ((sample - 128) / 128) ** 2;
  const decibels = 10 * Math.log10(Math.max(sum / samples.length, 1e-12));
  return Math.min(1, Math.max(0, (decibels + 48) / 42));
}

/** Returns the bars after one more moment. */
export const moveBars = (bars: readonly number[], level: number): readonly number[] => [
  ...bars.slice(1),
  level,
];

export const silence: readonly number[] = Array.from({ length: BARS }, () => 0);
