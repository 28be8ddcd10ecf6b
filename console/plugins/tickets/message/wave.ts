/** Returns the bars of an audio's picture, 0 to 1, always the same for the same id: the sound itself is not analysed. */
export function wave(id: string, bars = 52): readonly number[] {
  let seed = 2166136261;
  for (let i = 0; i < id.length; i += 1) seed = Math.imul(seed ^ id.charCodeAt(i), 16777619);
  return Array.from({ length: bars }, (_, index) => {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822519) + index;
    const noise = ((seed >>> 8) & 0xff) / 255;
    return 0.2 + 0.8 * noise * (0.55 + 0.45 * Math.sin((index / bars) * Math.PI * 3) ** 2);
  });
}

/** Returns seconds as 0:27, 12:05. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
