import { BlobSource, BufferTarget, Conversion, Input, MP4, OggOutputFormat, Output, WEBM } from 'mediabunny';

/**
 * A recording as Opus in Ogg, the only form that goes out as a voice message. Opus from another container is copied as
 * it is; another codec is encoded anew where the browser can. What cannot be put into Ogg is given as it was: it is
 * still a sound file that the phone plays.
 */
export const toVoice = async (recorded: Blob): Promise<Blob> => {
  if (recorded.type.startsWith('audio/ogg')) return new Blob([recorded], { type: 'audio/ogg' });
  const target = new BufferTarget();
  const input = new Input({ source: new BlobSource(recorded), formats: [WEBM, MP4] });
  const output = new Output({ format: new OggOutputFormat(), target });
  const conversion = await Conversion.init({ input, output, audio: { codec: 'opus' }, tags: {} });
  if (!conversion.isValid) return recorded;
  await conversion.execute();
  return target.buffer === null ? recorded : new Blob([target.buffer], { type: 'audio/ogg' });
};
