import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { PhoneFaultMode } from '../../channels/simulator/phone-events.ts';
import type { ConnectionView } from '../../contract/connection.ts';
import { password, type ServerProcess } from './server.ts';

export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the browser's console and failed or foreign requests: a test looks at them at its end. */
  readonly complaints: readonly string[];
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** A finger instead of a pointer: nothing hovers. */
  readonly touch?: boolean;
  readonly locale?: 'pt' | 'en' | 'es';
  /** Default: that of the demo's people. */
  readonly password?: string;
  /** Nothing of the console is loaded yet: for who opens a page by itself, or only asks the API. Default: the tickets. */
  readonly blank?: boolean;
}

/** A browser of its own, signed in as its login page would do it, and on the tickets unless it is to be blank. */
export async function signIn(
  browser: Browser,
  server: Pick<ServerProcess, 'url'>,
  who: string,
  look: Look = {},
): Promise<Person> {
  const { width = 1440, height = 900, theme = 'light', locale = 'pt', touch = false } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
    // Nothing moves in, so nothing is waited for to stand still.
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  // It runs at every navigation: one that is chosen later stays.
  await context.addInitScript((language) => {
    if (localStorage.getItem('locale') === null) localStorage.setItem('locale', language);
  }, locale);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!/^(data|blob):$/.test(protocol) && origin !== server.url)
      complaints.push(`foreign request: ${request.url()}`);
  });
  // The page itself is walked by the tests of the login; loading it for every person would cost minutes.
  await page.goto(`${server.url}/readyz`);
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/auth/login', { method: 'POST', headers, body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`the login answered ${answer.status}: ${text}`);
      localStorage.setItem('token', (JSON.parse(text) as { token: string }).token);
    },
    JSON.stringify({
      email: who.includes('@') ? who : `${who}@demo.example`,
      password: look.password ?? password,
    }),
  );
  if (!look.blank) {
    await page.goto(`${server.url}/tickets`);
    // As after the form: who it is stands in the browser.
    await page.waitForFunction(() => localStorage.getItem('userId') !== null);
  }
  return { page, context, complaints };
}

/** The customer's side: the test phone's calls, as the demo's admin. One session a user: sign the admin's browser in elsewhere. */
export interface Phone {
  write(body: string, options?: { number?: string; name?: string; id?: string }): Promise<void>;
  /** A file, with words below it. */
  send(
    file: { name: string; type: string; bytes: Uint8Array },
    options?: { body?: string; number?: string },
  ): Promise<void>;
  received(
    number?: string,
  ): Promise<{ body: string; fromBusiness: boolean; ack: number; mediaUrl: string | null }[]>;
  read(number?: string): Promise<void>;
  fault(mode: PhoneFaultMode, count?: number): Promise<void>;
}

/**
 * Returns what asks the API with a token; undefined where the answer has no body.
 * @throws with status and text when it is refused
 */
export const apiWith =
  (server: Pick<ServerProcess, 'url'>, token: string) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const form = body instanceof FormData;
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

export async function takePhone(server: Pick<ServerProcess, 'url'>, token: string): Promise<Phone> {
  const call = apiWith(server, token);
  const [connection] = await call<ConnectionView[]>('GET', '/whatsapp');
  const base = `/channels/simulator/${connection?.id}`;
  const usual = '5511988887777';
  return {
    write: (body, { number = usual, name = 'Cliente Teste', id } = {}) =>
      call('POST', `${base}/messages`, { number, name, body, ...(id && { id }) }),
    send: ({ name, type, bytes }, { body = '', number = usual } = {}) => {
      const form = new FormData();
      for (const [field, value] of Object.entries({ number, name: 'Cliente Teste', body }))
        form.append(field, value);
      form.append('medias', new File([Buffer.from(bytes)], name, { type }));
      return call('POST', `${base}/messages`, form);
    },
    received: async (number = usual) =>
      (await call<{ messages: Awaited<ReturnType<Phone['received']>> }>('GET', `${base}/chats/${number}`))
        .messages,
    read: (number = usual) => call('POST', `${base}/chats/${number}/read`, {}),
    fault: (mode, count = 1) => call('POST', `${base}/faults`, { mode, count }),
  };
}

/** The access token a signed-in browser holds. */
export const tokenOf = ({ page }: Pick<Person, 'page'>): Promise<string> =>
  page.evaluate(() => localStorage.getItem('token') ?? '');
