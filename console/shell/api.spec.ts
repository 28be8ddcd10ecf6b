import { afterEach, expect, test, vi } from 'vitest';
import { type ApiOptions, api, apiResponse, refreshToken } from './api.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A server that takes calls and never answers, or begins an answer and never ends it; and the clock of those who wait. */
const deadLine = (begins = false) => {
  const waits: { readonly ms: number; readonly pass: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const clock = new AbortController();
    waits.push({ ms, pass: () => clock.abort(new DOMException('signal timed out', 'TimeoutError')) });
    return clock.signal;
  });
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const hangs = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    if (!begins) return hangs;
    const text = () => hangs;
    return Promise.resolve({ ok: true, status: 200, headers: new Headers(), text, json: text });
  });
  return waits;
};

test.each([
  ['never answers', false],
  ['stops in the middle of its answer', true],
])('a read is given up after half a minute where the server %s', async (_which, begins) => {
  const waits = deadLine(begins);
  const read = api('/tags/list');
  const refused = expect(read).rejects.toMatchObject({ status: 408, code: 'ERR_NETWORK' });
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  expect(waits[0]?.ms).toBe(30_000);
  waits[0]?.pass();
  await refused;
});

test.each<readonly [string, ApiOptions]>([
  ['an upload', { form: new FormData() }],
  ['a change', { body: {} }],
  ['a file that is fetched', { slow: true }],
])('%s may take as long as it takes', (_what, options) => {
  const waits = deadLine();
  void apiResponse('/contacts/export', options);
  expect(waits).toEqual([]);
});

test('a sign-in whose renewal stops in the middle of its answer goes on as if no line were there', async () => {
  const waits = deadLine(true);
  const refused = expect(refreshToken('old')).rejects.toMatchObject({ status: 408, code: 'ERR_NETWORK' });
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  waits[0]?.pass();
  await refused;
});

test('who gives a read up themselves is told that, not of the line', async () => {
  deadLine();
  const leaving = new AbortController();
  const read = api('/tags/list', { signal: leaving.signal });
  leaving.abort();
  await expect(read).rejects.toMatchObject({ name: 'AbortError' });
});
