/** The spec's: what is shorter was a slip of the finger, and is discarded. */
export const LEAST_BYTES = 10_000;
/** The spec's 128 kbit/s. */
export const BITS_PER_SECOND = 128_000;

/**
 * What a browser may record in, best first: Ogg is what a voice message is, and Opus from WebM is put into it. MP4 goes out
 * as a sound file; which codec is then the browser's choice, for that is one that phones play.
 */
const types = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];

/** Returns the type to record in; undefined: the browser's own choice. */
export const recordingType = (supported: (type: string) => boolean): string | undefined =>
  types.find((type) => supported(type));

/** Returns a recording's name, by the second it was recorded in; it says what is in it, for whoever downloads it. */
export function recordingName(at: Date, type: string): string {
  const digits = at.toISOString().replaceAll(/\D/gu, '').slice(0, 14);
  const ending = type.startsWith('audio/webm') ? 'webm' : type.startsWith('audio/mp4') ? 'm4a' : 'ogg';
  return `audio_${digits}.${ending}`;
}

/** Returns the time as 0:07, 12:34. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
