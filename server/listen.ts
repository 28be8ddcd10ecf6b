import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';

/** Which setting is wrong, by what the system says of the address. */
const wrong: Readonly<Record<string, (address: Pick<Config, 'host' | 'port'>) => string>> = {
  EADDRINUSE: ({ host, port }) => `PORT: ${port} of ${host} is taken by another process`,
  EACCES: ({ port }) => `PORT: this account may not listen on ${port}`,
  EADDRNOTAVAIL: ({ host }) => `HOST: ${host} is no address of this machine`,
  ENOTFOUND: ({ host }) => `HOST: ${host} is no address, and no name that leads to one`,
};

/** Makes a server answer where the settings say. @throws ConfigError naming the setting that makes it impossible */
export async function listen(
  app: { listen(address: { host: string; port: number }): Promise<unknown> },
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const say = wrong[String((error as NodeJS.ErrnoException).code)];
    throw say ? new ConfigError(`Wrong setting. ${say({ host, port })}`) : error;
  }
}
