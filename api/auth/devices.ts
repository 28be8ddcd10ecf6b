import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Api } from '../services.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { trustNoDevice } from './trusted-devices.ts';

type Needs = Pick<Api, 'app' | 'config' | 'state'>;

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

const eraKey = (userId: string) => `device-era/${userId}`;

/** Returns how a browser names a user: browsers of an earlier era are strangers. */
async function nameOf({ state }: Pick<Needs, 'state'>, userId: string): Promise<string> {
  const era = await state.get<string>(eraKey(userId));
  return era ? `${userId} ${era.value}` : userId;
}

/** Returns the id of the browser where one of these users has signed in before; undefined on any other. */
export async function knownDevice(
  api: Needs,
  request: FastifyRequest,
  userIds: readonly string[],
): Promise<string | undefined> {
  const device = deviceOf(api, request);
  if (!device) return undefined;
  for (const userId of userIds) if (device.users.includes(await nameOf(api, userId))) return device.did;
  return undefined;
}

/**
 * Makes every browser a stranger to this user: the password was set anew by who may not be the one who signed in there.
 * To be called before that: who dies in between has only forgotten browsers.
 */
export async function forgetDevices(state: Needs['state'], userId: string): Promise<void> {
  await state.set(eraKey(userId), randomUUID());
  await trustNoDevice(state, userId);
}

/** What is sent the cookie beside the login: whoever sets a password anew is known there too. */
const resetPaths = ['/api/forgetpassword', '/api/resetpasswords'];

function give({ app, config }: Needs, reply: FastifyReply, device: Device, paths: readonly string[]): void {
  const token = app.jwt.sign(device, { expiresIn: deviceMs / 1000 });
  for (const path of paths)
    reply.setCookie(cookieName(config, cookie), token, cookieOptions(config, path, deviceMs));
}

/** Returns the id of this browser on the way to a new password; one that has none yet is given it, for this way alone. */
export function deviceOnReset(api: Needs, request: FastifyRequest, reply: FastifyReply): string {
  const known = deviceOf(api, request)?.did;
  const did = known ?? randomUUID();
  if (!known) give(api, reply, { kind: 'device', did, users: [] }, resetPaths);
  return did;
}

/** Returns the id of this browser, on which the user has signed in; it says nothing of who is signed in now. */
export async function rememberDevice(
  api: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<string> {
  const { did = randomUUID(), users = [] } = deviceOf(api, request) ?? {};
  const device: Device = {
    kind: 'device',
    did,
    users: [await nameOf(api, userId), ...users.filter((name) => name.split(' ')[0] !== userId)].slice(
      0,
      mostUsers,
    ),
  };
  give(api, reply, device, ['/api/auth', ...resetPaths]);
  return did;
}
