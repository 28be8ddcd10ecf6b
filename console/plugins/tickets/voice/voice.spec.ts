import { describe, expect, test } from 'vitest';
import { recording, replaceBytes } from './recordings/read-recording.ts';
import { toVoice } from './voice.ts';

const webm = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: 'audio/webm;codecs=opus' });
const letters = (value: string): number[] => [...Buffer.from(value)];

test('a recording in WebM becomes Ogg, each with a number of its own', async () => {
  const one = await toVoice(webm(recording('whole')));
  const other = await toVoice(webm(recording('whole')));
  expect(one.type).toBe('audio/ogg');
  const bytes = Buffer.from(await one.arrayBuffer());
  expect(bytes.toString('latin1', 0, 4)).toBe('OggS');
  expect(bytes.length).toBeLessThan(recording('whole').length);
  const serial = bytes.readUInt32LE(14);
  expect(Buffer.from(await other.arrayBuffer()).readUInt32LE(14)).not.toBe(serial);
});
test('what is Ogg already stays as it is', async () => {
  const voice = await toVoice(new Blob(['OggS…'], { type: 'audio/ogg; codecs=opus' }));
  expect(voice.type).toBe('audio/ogg');
  expect(await voice.text()).toBe('OggS…');
});

describe('what cannot be put into Ogg goes out as the sound file it is', () => {
  test.each<[string, Blob]>([
    ['cut off', webm(recording('whole').slice(0, 9_000))],
    ['another codec', webm(replaceBytes(recording('whole'), letters('A_OPUS'), letters('A_VORB')))],
    ['not WebM', webm(Uint8Array.from(letters('RIFF____WAVEfmt ')))],
    ['MP4', new Blob([Uint8Array.from([0, 0, 0, 24, ...letters('ftypmp42')])], { type: 'audio/mp4' })],
    ['empty', webm(new Uint8Array())],
  ])('%s', async (_, recorded) => {
    expect(await toVoice(recorded)).toBe(recorded);
  });
});
