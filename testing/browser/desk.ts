import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { sharedChromium } from './chromium.ts';
import { apiWith, type Look, type Person, type Phone, signIn, takePhone, tokenOf } from './people.ts';
import { type ServerProcess, startServer } from './server.ts';

export interface Desk {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** In a browser of their own, through the login page. */
  signIn(who: string, look?: Look): Promise<Person>;
  /** A customer's phone, which only an admin may take. */
  takePhone(admin: Person): Promise<Phone>;
  /**
   * Asks the API as this person; undefined where the answer has no body.
   * @throws with status and text when it is refused
   */
  call<T>(person: Person, method: string, path: string, body?: unknown): Promise<T>;
  /** Deletes what a list of the API holds, as this person: without the demo's own its page begins with nothing. */
  empty(person: Person, path: string): Promise<void>;
}

/**
 * The product with its demo data, ended after the last test of the file that calls this, and a Chromium, whose contexts
 * are closed then.
 * @param options.env settings of the server
 * @param options.chromium flags of the browser
 */
export function withDesk(options: { env?: Record<string, string>; chromium?: readonly string[] } = {}): Desk {
  let server: ServerProcess | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    server = await startServer(options.env, { readyTimeoutMs: 180_000 });
    browser = await sharedChromium(options.chromium);
  }, 240_000);
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
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
    call: async <T>(person: Person, method: string, path: string, body?: unknown) =>
      apiWith(desk.server, await tokenOf(person))<T>(method, path, body),
    async empty(person, path) {
      const { records } = await desk.call<{ records: { id: string }[] }>(person, 'GET', path);
      for (const { id } of records) await desk.call(person, 'DELETE', `${path}/${id}`);
    },
  };
  return desk;
}
