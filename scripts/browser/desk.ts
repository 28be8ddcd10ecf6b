import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Look, type Person, type Phone, signIn, takePhone, tokenOf } from './people.ts';
import { type ServerProcess, startServer } from './server.ts';

export interface Desk {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** In a browser of their own, through the login page. */
  signIn(who: string, look?: Look): Promise<Person>;
  /** A customer's phone, which only an admin may take. */
  takePhone(admin: Person): Promise<Phone>;
}

/**
 * The product with its demo data, and a Chromium: for all tests of the file that calls this, ended after the last.
 * @param options.env settings of the server
 * @param options.chromium flags of the browser
 */
export function withDesk(options: { env?: Record<string, string>; chromium?: readonly string[] } = {}): Desk {
  let server: ServerProcess | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    server = await startServer(options.env, { readyTimeoutMs: 180_000 });
    browser = await launchChromium(options.chromium);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the desk has not started');
    return part;
  };
  const desk: Desk = {
    get server() {
      return started(server);
    },
    get browser() {
      return started(browser);
    },
    signIn: (who, look) => signIn(desk.browser, desk.server, who, look),
    takePhone: async (admin) => takePhone(desk.server, await tokenOf(admin)),
  };
  return desk;
}
