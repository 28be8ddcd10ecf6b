import type { Dispatcher } from 'undici';

interface Line {
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
}

/**
 * Returns what a library of somebody else's asks with in place of `fetch`: an answer is whole when it comes, its end is waited for no
 * longer than this, no redirect is followed and nothing is unpacked. A few hundred bytes would become as many megabytes, for the
 * line counts them as they are sent.
 */
export const wholeFetch =
  ({ dispatcher, timeoutMs }: Line): typeof fetch =>
  async (url, { signal, ...init } = {}) => {
    const { request } = await import('undici');
    const limit = AbortSignal.timeout(timeoutMs);
    // A form becomes bytes in it, and its headers name their type.
    const asked = new Request(url, init);
    const answer = await request(asked.url, {
      dispatcher,
      method: asked.method as Dispatcher.HttpMethod,
      headers: { ...Object.fromEntries(asked.headers), 'accept-encoding': 'identity' },
      body: new Uint8Array(await asked.arrayBuffer()),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const bytes = await answer.body.arrayBuffer();
    const type = [answer.headers['content-type']].flat()[0];
    return new Response(bytes.byteLength === 0 ? null : bytes, {
      status: answer.statusCode,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    });
  };
