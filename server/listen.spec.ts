import { createServer } from 'node:http';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { listen } from './listen.ts';

test('an address at which nobody can listen is refused by the setting that names it', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  const refused: [string, number, string][] = [
    ['127.0.0.1', port, `Wrong setting. PORT: ${port} of 127.0.0.1 is taken by another process`],
    ['192.0.2.7', 0, 'Wrong setting. HOST: 192.0.2.7 is no address of this machine'],
  ];
  for (const [host, at, message] of refused) {
    const app = fastify();
    const refusal = listen(app, { host, port: at });
    await expect(refusal).rejects.toThrow(ConfigError);
    await expect(refusal).rejects.toThrow(message);
    await app.close();
  }
  holder.close();
});
