/** The spec's: what is shorter was a slip of the finger, and is discarded. */
export const LEAST_BYTES = 10_000;
/** The spec's 128 kbit/s. */
export const BITS_PER_SECOND = 128_000;

/** What a browser may record in, best first: Ogg is what a voice message is; the others are put into it. */
const types = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4'];

/** Undefined: the browser's own choice. */
export const recordingType = (supported: (type: string) => boolean): string | undefined =>
  types.find((type) => supported(type));

/** A voice message's name, by the second it was recorded in. */
export const recordingName = (at: Date): string => {
  const digits = at.toISOString().replaceAll(/\D/gu, '').slice(0, 14);
  return `audio_${digits}.ogg`;
};

/** 0:07, 12:34. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
