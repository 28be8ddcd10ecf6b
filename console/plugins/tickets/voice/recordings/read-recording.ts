/** What a browser really recorded, for the tests of turning recordings into voice messages. */

import { readFileSync } from 'node:fs';

/**
 * Returns what Chromium 147 recorded from its test microphone (silence, and a beep each second), 48 kHz, one channel,
 * packets of 60 ms. `whole`: given at the end, 3 s, every size told. `slices`: given every 200 ms, 1.5 s, seven
 * clusters of unknown size.
 */
export const recording = (name: 'whole' | 'slices'): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(new URL(`${name}.webm`, import.meta.url)));

/** Returns the bytes with some put in place of others, found as text is; it fails when there are none such. */
export function replaceBytes(bytes: Uint8Array, from: readonly number[], to: readonly number[]) {
  const buffer = Buffer.from(bytes);
  const at = buffer.indexOf(Buffer.from(from));
  if (at < 0 || from.length !== to.length) throw new Error('nothing replaced');
  buffer.set(to, at);
  return Uint8Array.from(buffer);
}
