import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { isNearby } from '../http/nearby.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'config'>;

const letterName = /^[\w-]{1,80}\.eml$/;
const mostListed = 200;

/** Letters of an installation without a mail server: codes and links stand in them, so only the platform's admin sees them, on this machine. */
export function mailRoutes({ app, config }: Needs): void {
  const { mailFolder } = config;
  if (mailFolder === undefined) return;
  const mayRead = (request: FastifyRequest): void => {
    if (!request.session.super || config.trustProxy !== false || !isNearby(request))
      throw new DomainError('ERR_NO_PERMISSION');
  };
  const names = async (): Promise<readonly string[]> => {
    const all = await readdir(mailFolder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return all
      .filter((name) => letterName.test(name))
      .sort()
      .reverse();
  };

  app.get(
    '/api/mails',
    {
      schema: {
        tags: ['platform'],
        summary: 'Letters in the folder, the newest first: where no mail server is set up.',
        response: { 200: z.object({ mails: z.array(z.object({ name: z.string() })) }) },
      },
    },
    async (request) => {
      mayRead(request);
      return { mails: (await names()).slice(0, mostListed).map((name) => ({ name })) };
    },
  );

  app.get(
    '/api/mails/:name',
    {
      schema: {
        tags: ['platform'],
        summary: 'One letter, as a mail program reads it.',
        params: z.object({ name: z.string().regex(letterName) }),
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      mayRead(request);
      const { name } = request.params;
      // Of those that are there: what is asked for never becomes a path by itself.
      if (!(await names()).includes(name)) throw new DomainError('ERR_NOT_FOUND');
      reply.header('content-type', 'text/plain; charset=utf-8');
      return readFile(join(mailFolder, name), 'utf8');
    },
  );
}
