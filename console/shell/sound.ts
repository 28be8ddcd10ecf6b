let context: AudioContext | undefined;

/** Two soft notes of a counter bell, made here: nothing to load. A browser that wants a gesture first stays silent. */
export function ring(volume: number): void {
  if (volume === 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === 'suspended') {
    // What could not be heard when it happened must not ring later.
    void audio.resume().catch(() => undefined);
    return;
  }
  for (const [index, pitch] of [880, 1318.5].entries()) {
    const at = audio.currentTime + index * 0.12;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = 'sine';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.25 * volume, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.65);
  }
}
