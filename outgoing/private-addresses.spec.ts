import type { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAsk, OutgoingError } from './ask.ts';
import { isAllowedPrivate, publicLines } from './private-addresses.ts';

let port = 0;
let visits = 0;
const server = createServer((_request, response) => {
  visits += 1;
  response.end('{}');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

type Found = { readonly address: string; readonly family: number };
/** Asks with names that lead where it is said, each time the next. */
function asks(url: string, allowed: readonly string[] = [], ...answers: readonly (readonly Found[])[]) {
  const left = [...answers];
  const resolve =
    answers.length === 0 ? undefined : ((async () => left.shift() ?? []) as unknown as typeof lookup);
  const ask = createAsk({ connect: publicLines(allowed, resolve), timeoutMs: 1_000, mostBytes: 1_000 });
  return ask({ method: 'GET', url: url.replace('PORT', String(port)) }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutgoingError ? error.failure : String(error)),
  );
}
const loopback = { address: '127.0.0.1', family: 4 };

it.each([
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://localhost:PORT/',
  'http://0.0.0.0:PORT/',
  'http://10.1.2.3/',
  'http://192.168.0.1/',
  'http://172.16.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
])('nobody is sent to %s', async (url) => {
  expect(await asks(url)).toBe('private');
  expect(visits).toBe(0);
});

it('a name that leads to a private address, also as one of several, is refused', async () => {
  const outside = { address: '93.184.216.34', family: 4 };
  expect(await asks('https://ixc.example.org/', [], [loopback])).toBe('private');
  expect(await asks('https://ixc.example.org/', [], [outside, { address: 'fd00::1', family: 6 }])).toBe(
    'private',
  );
});

it('what was looked at is gone to, whatever the name leads to when it is asked again', async () => {
  const before = visits;
  const elsewhere = { address: '10.0.0.1', family: 4 };
  expect(await asks('http://rebinding.example.org:PORT/', ['127.0.0.0/8'], [loopback], [elsewhere])).toBe(
    200,
  );
  expect(visits).toBe(before + 1);
});

it.each([['127.0.0.1'], ['127.0.0.0/8'], ['localhost'], ['LOCALHOST']])(
  'the operator’s list lets companies there: %s',
  async (entry) => {
    const host = entry.toLowerCase() === 'localhost' ? 'localhost' : '127.0.0.1';
    expect(await asks(`http://${host}:PORT/`, [entry])).toBe(200);
    expect(await asks('http://10.1.2.3/', [entry])).toBe('private');
  },
);

it('a public place is gone to over TLS only', async () => {
  const outside = { address: '93.184.216.34', family: 4 };
  expect(await asks('http://ixc.example.org/', ['10.0.0.0/8'], [outside])).toBe('insecure');
});

it('the list’s entries are host names, addresses and networks', () => {
  for (const right of ['ixc.intern', 'localhost', '10.0.0.0/8', '10.1.2.3', 'fd00::/8', '::1'])
    expect([right, isAllowedPrivate(right)]).toEqual([right, true]);
  for (const wrong of ['', 'http://x', '10.0.0.0/33', 'a b', '*.intern', 'x/8'])
    expect([wrong, isAllowedPrivate(wrong)]).toEqual([wrong, false]);
});
