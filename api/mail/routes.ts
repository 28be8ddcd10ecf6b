import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type LetterView, letterList } from '../../contract/mail.ts';
import { DomainError } from '../../domain/errors.ts';
import { isNearby } from '../http/nearby.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'config'>;

const letterName = /^[\w-]{1,80}\.eml$/;
const mostListed = 50;

/**
 * Letters of an installation without a mail server: codes and links stand in them, so only the platform's super user reads them,
 * on this very machine.
 */
export function mailRoutes({ app, config }: Needs): void {
  const { mailFolder } = config;

  function checkReader(request: FastifyRequest): void {
    if (!request.session.super || config.trustProxy !== false || !isNearby(request))
      throw new DomainError('ERR_NO_PERMISSION');
  }

  /** Returns the names of the letters, the newest first. */
  async function names(folder: string): Promise<readonly string[]> {
    const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return all
      .filter((name) => letterName.test(name))
      .sort()
      .reverse();
  }

  async function readLetter(folder: string, name: string): Promise<LetterView> {
    const { default: PostalMime } = await import('postal-mime');
    const { subject = '', text = '', to, date } = await PostalMime.parse(await readFile(join(folder, name)));
    const at = date === undefined || Number.isNaN(Date.parse(date)) ? null : new Date(date).toISOString();
    return { name, subject, text, at, to: to?.[0]?.address ?? '' };
  }

  app.get(
    '/api/mails',
    {
      schema: {
        tags: ['platform'],
        summary:
          'Letters where no mail server is set up, the newest first: for the super user, on this machine.',
        response: { 200: letterList },
      },
    },
    async (request) => {
      checkReader(request);
      if (mailFolder === undefined) return { hasServer: true, mails: [] };
      const newest = (await names(mailFolder)).slice(0, mostListed);
      return {
        hasServer: false,
        mails: await Promise.all(newest.map((name) => readLetter(mailFolder, name))),
      };
    },
  );
}
