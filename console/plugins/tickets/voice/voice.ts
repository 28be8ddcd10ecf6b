import { oggOpus } from './ogg-opus.ts';
import { readWebmOpus } from './webm-opus.ts';

/**
 * Returns a recording as Opus in Ogg, the only form that goes out as a voice message: Opus from WebM is copied as it
 * is. What cannot be put into Ogg is given as it was: it is still a sound file that the phone plays.
 */
export async function toVoice(recorded: Blob): Promise<Blob> {
  if (recorded.type.startsWith('audio/ogg')) return new Blob([recorded], { type: 'audio/ogg' });
  const sound = readWebmOpus(new Uint8Array(await recorded.arrayBuffer()));
  if (sound === undefined) return recorded;
  const [serial = 0] = crypto.getRandomValues(new Uint32Array(1));
  return new Blob(oggOpus(sound, serial), { type: 'audio/ogg' });
}
