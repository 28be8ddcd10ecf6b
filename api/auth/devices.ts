import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Api } from '../services.ts';
import { cookieName, cookieOptions } from './cookies.ts';

type Needs = Pick<Api, 'app' | 'config'>;

const deviceMs = 180 * 24 * 3_600_000;
/** Colleagues of several shifts share a computer. */
const mostUsers = 12;

const claims = z.object({ kind: z.literal('device'), did: z.string(), users: z.array(z.string()) });
type Device = z.output<typeof claims>;

const cookie = 'device';

function deviceOf({ app, config }: Needs, request: FastifyRequest): Device | undefined {
  const held = request.cookies[cookieName(config, cookie)];
  if (!held) return undefined;
  try {
    return claims.parse(app.jwt.verify(held));
  } catch {
    // Not one of ours, or too old: an unknown device.
    return undefined;
  }
}

/** The id of the browser where this user has signed in before; undefined on any other. */
export function knownDevice(
  api: Needs,
  request: FastifyRequest,
  userIds: readonly string[],
): string | undefined {
  const device = deviceOf(api, request);
  return device?.users.some((id) => userIds.includes(id)) ? device.did : undefined;
}

/** Remembers that this user has signed in on this browser; it says nothing of who is signed in now. */
export function rememberDevice(
  api: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): void {
  const { did = randomUUID(), users = [] } = deviceOf(api, request) ?? {};
  const device: Device = {
    kind: 'device',
    did,
    users: [userId, ...users.filter((id) => id !== userId)].slice(0, mostUsers),
  };
  reply.setCookie(
    cookieName(api.config, cookie),
    api.app.jwt.sign(device, { expiresIn: deviceMs / 1000 }),
    cookieOptions(api.config, '/api/auth', deviceMs),
  );
}
