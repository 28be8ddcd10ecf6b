import { expect, test } from 'vitest';
import { clock, recordingName, recordingType } from './recording.ts';

test('Ogg where the browser records it, else what can be put into it, else the browser’s choice', () => {
  expect(recordingType(() => true)).toBe('audio/ogg;codecs=opus');
  expect(recordingType((type) => type.startsWith('audio/webm'))).toBe('audio/webm;codecs=opus');
  expect(recordingType((type) => type === 'audio/mp4')).toBe('audio/mp4');
  expect(recordingType(() => false)).toBeUndefined();
});
test('a recording has a name without blanks and a clock that people read', () => {
  const at = new Date('2026-11-02T12:00:05.123Z');
  expect(recordingName(at, 'audio/ogg')).toBe('audio_20261102120005.ogg');
  expect(recordingName(at, 'audio/webm;codecs=opus')).toBe('audio_20261102120005.webm');
  expect(recordingName(at, 'audio/mp4')).toBe('audio_20261102120005.m4a');
  expect([0, 7.9, 60, 754].map(clock)).toEqual(['0:00', '0:07', '1:00', '12:34']);
});
