/** A browser that lets a page sound has begun within this; one that wants a gesture waits for it. */
const BEGUN_MS = 250;
const gestures = ['pointerup', 'keydown'] as const;

let context: AudioContext | undefined;

/** Resolves with whether this tab is heard: one that nobody has touched yet is not. */
export async function canRing(): Promise<boolean> {
  if (typeof AudioContext === 'undefined') return false;
  context ??= new AudioContext();
  const audio = context;
  const isHeard = () => audio.state === 'running';
  if (isHeard()) return true;
  const waited = new Promise((done) => setTimeout(done, BEGUN_MS));
  await Promise.race([audio.resume().catch(() => undefined), waited]);
  return isHeard();
}

/** Returns the way out; until then it is told, once, that this tab is heard. Before somebody touches it nothing is tried. */
export function whenItCanRing(tell: () => void): () => void {
  let over = false;
  const end = () => {
    over = true;
    for (const gesture of gestures) removeEventListener(gesture, look);
  };
  const look = () =>
    void canRing().then((can) => {
      if (!can || over) return;
      end();
      tell();
    });
  for (const gesture of gestures) addEventListener(gesture, look);
  if (navigator.userActivation?.hasBeenActive) look();
  return end;
}

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
