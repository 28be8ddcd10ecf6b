import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '../../domain/errors.ts';
import { pageWith } from '../logos/page.ts';
import { logosOf } from '../logos/read.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'config' | 'readStore' | 'log'>;

/** Returns the paths of the files that are served; of their compressed copies and what is hidden, none. */
async function servedFrom(publicDir: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(publicDir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(publicDir, join(parentPath, name)).replaceAll(sep, '/')}`);
  return new Set(paths.filter((path) => !/\/\.|\.(br|gz)$/.test(path)));
}

/** Everything that is not the API is the console: hashed files for ever, the page itself never from a cache. */
export async function consoleRoutes({ app, config, readStore, log }: Needs): Promise<void> {
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
    // Two routes for each of hundreds of files were a twentieth of a start.
    serve: false,
    setHeaders: (response, path) => {
      const hashed = path.startsWith(join(config.publicDir as string, 'assets/'));
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const served = await servedFrom(config.publicDir);
  const pagePath = join(config.publicDir, 'index.html');
  app.setNotFoundHandler(async (request, reply) => {
    // '//x' would name another host, and '//' none at all.
    const { pathname } = new URL(request.url.replace(/^\/+/, '/'), 'http://console');
    const asksForPage = request.method === 'GET' || request.method === 'HEAD';
    if (asksForPage && served.has(pathname)) return reply.sendFile(pathname.slice(1));
    // A missing file must not come back as a page: the browser would try to run it.
    if (!asksForPage || /^\/(api|graphql|assets)(\/|$)/.test(pathname) || /\.[a-z0-9]{2,5}$/i.test(pathname))
      throw new DomainError('ERR_NOT_FOUND');
    reply.header('cache-control', 'no-cache');
    // Without the read models the page is still what says that they are away.
    const logos = await logosOf(readStore).catch((err: unknown) => {
      log.warn({ err }, 'the console goes out without the logos of the installation');
      return {};
    });
    if (Object.keys(logos).length === 0) return reply.sendFile('index.html');
    return reply.type('text/html; charset=utf-8').send(pageWith(await readFile(pagePath, 'utf8'), logos));
  });
}
