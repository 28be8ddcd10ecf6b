import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Resolves with the exit code of a check with these settings. */
async function check(env: Readonly<Record<string, string>>): Promise<number> {
  const checking = spawn(process.execPath, [join(import.meta.dirname, 'health-check.ts')], {
    env: { PATH: process.env.PATH, ...env },
  });
  const [code] = (await once(checking, 'exit')) as [number];
  return code;
}

const addresses = Object.values(networkInterfaces()).flatMap((own) => own ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');

test.each([
  ['nothing is set', '127.0.0.1', ''],
  ['an address of this machine', '127.0.0.2', '127.0.0.2'],
  ['a name', '127.0.0.1', 'localhost'],
  ['every address', '0.0.0.0', '0.0.0.0'],
  ['an address of IPv6', '::1', '::1'],
  ['every address of IPv6, too', '::', '::'],
])('asks where the server listens: %s', async (_what, listensAt, HOST) => {
  if (listensAt.includes(':') && !hasIpv6) return;
  let status = 200;
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    response.writeHead(status).end();
  });
  server.listen(0, listensAt);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  expect(await check({ HOST, PORT: String(port) })).toBe(0);
  expect(paths).toEqual(['/healthz']);
  status = 503;
  expect(await check({ HOST, PORT: String(port) })).toBe(1);
  server.close();
  await once(server, 'close');
  expect(await check({ HOST, PORT: String(port) })).toBe(1);
});
