import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions } from '../auth/cookies.ts';
import type { ApiConfig } from '../deps.ts';

const cookie = 'after';
const header = 'x-after';
/** Any process has caught up long before. */
const rememberedSeconds = 10;

/** Tells a client where its command stands: browsers bring the cookie back by themselves, others the header's number. */
export function writtenAt(
  config: Pick<ApiConfig, 'cookieSecure'>,
  reply: FastifyReply,
  position: number,
): void {
  reply.header('x-position', String(position));
  reply.setCookie(cookie, String(position), cookieOptions(config, '/api', rememberedSeconds * 1000));
}

/** Returns the position that this client has been answered with, by whichever process; undefined: none of late. */
export function lastWrite(request: FastifyRequest): number | undefined {
  const given = request.headers[header] ?? request.cookies[cookie];
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}
