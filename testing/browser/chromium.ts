/** Tests in a real browser with a server of their own, and what they are written with: people, phones, dialogs. */

import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A microphone that beeps, and nobody to be asked for it. */
export const fakeMicrophone = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
] as const;

/** Vitest's global set-up: unpacks the package's Chromium once, before workers that start together would both write it. */
export async function setup(): Promise<void> {
  // One that cannot be unpacked is said by the first test that wants it.
  if (!process.env.CHROMIUM) await sparticuz.executablePath().catch(() => undefined);
}

/**
 * A headless Chromium: the one inside the npm package, so that tests need no install step of their own; where it does
 * not start (a library of the system is missing), an installed one. `CHROMIUM` names another.
 * @param more switches beside the usual ones (`fakeMicrophone`)
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // Pages of the tests live for seconds: what V8 would optimize is gone before that pays, as is what it would sweep.
    '--js-flags=--no-opt --no-maglev --min-semi-space-size=16',
    ...more,
  ];
  if (process.env.CHROMIUM) return chromium.launch({ executablePath: process.env.CHROMIUM, args });
  try {
    return await chromium.launch({ executablePath: await sparticuz.executablePath(), args });
  } catch (error) {
    const installed = system.find((path) => existsSync(path));
    if (installed === undefined) throw error;
    return chromium.launch({ executablePath: installed, args });
  }
}

/** By their switches. */
const running = new Map<string, Promise<Browser>>();

/**
 * Returns the Chromium with these switches that all files of a worker use one after the other, started where none runs:
 * a start costs three seconds of a processor. It ends with the worker; who uses it closes its own contexts.
 */
export async function sharedChromium(more: readonly string[] = []): Promise<Browser> {
  const key = more.join(' ');
  const last = await running.get(key);
  if (last?.isConnected()) return last;
  const next = launchChromium(more);
  running.set(key, next);
  return next;
}
