import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '../../domain/errors.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'config'>;

/** Everything that is not the API is the console: hashed files for ever, the page itself never from a cache. */
export async function consoleRoutes({ app, config }: Needs): Promise<void> {
  if (!config.publicDir) {
    app.setNotFoundHandler(() => {
      throw new DomainError('ERR_NOT_FOUND');
    });
    return;
  }
  await app.register(fastifyStatic, {
    root: config.publicDir,
    preCompressed: true,
    cacheControl: false,
    index: false,
    // A folder is not answered as one: it is a page of the console, or nothing.
    wildcard: false,
    serveDotFiles: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (response, path) => {
      const hashed = path.startsWith(join(config.publicDir as string, 'assets/'));
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://console');
    const page = request.method === 'GET' || request.method === 'HEAD';
    // A missing file must not come back as a page: the browser would try to run it.
    if (!page || /^\/(api|graphql|assets)(\/|$)/.test(pathname) || /\.[a-z0-9]{2,5}$/i.test(pathname))
      throw new DomainError('ERR_NOT_FOUND');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
