import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('a port of our own is free, and none that the system hands out', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(ports.every((port) => port >= 20_000 && port < 32_768)).toBe(true);
  const server = createServer().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
});
