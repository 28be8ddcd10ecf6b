import { setTimeout as sleep } from 'node:timers/promises';
import { password } from '../../testing/browser/server.ts';

/** A person at the API who does not give up: whatever has no answer is asked again with the same ids. */
export interface Client {
  readonly token: () => Promise<string>;
  /** The answer; refusals (4xx but 401 and 429) come back, everything else is tried again until `signal` aborts. */
  call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
}

export function createClient(url: string, email: string, signal: AbortSignal): Client {
  let token: string | undefined;
  let cookies = '';
  const grant = async (path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
    if (answer?.ok) {
      token = ((await answer.json()) as { token: string }).token;
      cookies = answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    }
    return answer?.status;
  };
  const login = async () => {
    while (token === undefined) {
      signal.throwIfAborted();
      // A new login would end the session, and with it the screen that is watched over it.
      if (cookies !== '') {
        const status = await grant('refresh_token', { cookie: cookies });
        if (status !== undefined && status >= 400 && status < 500 && status !== 429) cookies = '';
      } else await grant('login', { 'content-type': 'application/json' }, { email, password });
      if (token === undefined) await sleep(200);
    }
    return token;
  };
  return {
    token: login,
    async call(method, path, body) {
      for (;;) {
        signal.throwIfAborted();
        const bearer = await login();
        try {
          const answer = await fetch(`${url}/api${path}`, {
            method,
            headers: {
              authorization: `Bearer ${bearer}`,
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
            signal: AbortSignal.timeout(10_000),
          });
          if (
            answer.status === 401 ||
            (answer.status === 403 && (await answer.clone().text()).includes('ERR_SESSION_EXPIRED'))
          ) {
            token = undefined;
            continue;
          }
          if (answer.status < 500 && answer.status !== 429) {
            const text = await answer.text();
            return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as never };
          }
        } catch {
          // No answer: the process was killed; nobody knows whether it was done.
        }
        await sleep(50 + Math.random() * 100);
      }
    },
  };
}
