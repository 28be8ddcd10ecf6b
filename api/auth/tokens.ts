import { createHmac } from 'node:crypto';
import fastifyJwt from '@fastify/jwt';
import type { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import type { App } from '../deps.ts';

const kinds = ['access', 'refresh', 'media', 'billing'] as const;
/**
 * `access` for calls, `refresh` for a new one of these, `media` for files (a cookie: no token in an address), `billing` for
 * what an admin needs to pay once the due date has passed.
 */
export type TokenKind = (typeof kinds)[number];
export const accessTtlSeconds = 15 * 60;

const claims = z.object({
  sub: z.string(),
  cid: z.string(),
  sid: z.string(),
  kind: z.enum(kinds),
  /** How often the session's tokens had been renewed. */
  turn: z.number().optional(),
  /** Seconds since 1970. */
  exp: z.number(),
});
export type Claims = Omit<z.output<typeof claims>, 'exp'>;

// A token's signature never turns bad: it is checked once, then only its time (and, by the caller, its session).
const mostVerified = 10_000;
const verifiedClaims = new WeakMap<App, LRUCache<string, z.output<typeof claims>>>();

/** Registers the signer. The key is derived, so that the secret's other uses never share it. */
export async function registerTokens(app: App, secretKey: string): Promise<void> {
  await app.register(fastifyJwt, {
    secret: createHmac('sha256', secretKey).update('balcao:tokens').digest('hex'),
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'] },
  });
  verifiedClaims.set(app, boundedCache(mostVerified));
}

export const signToken = (
  app: App,
  kind: TokenKind,
  claim: Omit<Claims, 'kind'>,
  ttlSeconds: number,
): string => app.jwt.sign({ ...claim, kind }, { expiresIn: Math.max(1, Math.floor(ttlSeconds)) });

/**
 * Returns what a token says.
 * @throws ERR_SESSION_EXPIRED for an access token past its time, ERR_NO_SESSION for anything else that is not one of
 * ours
 */
export function verifyToken(
  app: App,
  wanted: TokenKind | readonly TokenKind[],
  token: string | undefined,
): Claims {
  const kinds = [wanted].flat();
  if (!token) throw new DomainError('ERR_NO_SESSION');
  const known = verifiedClaims.get(app)?.get(token);
  if (known && kinds.includes(known.kind) && Date.now() < known.exp * 1_000) return known;
  let payload: unknown;
  try {
    payload = app.jwt.verify(token);
  } catch (cause) {
    const expired = (cause as { code?: string }).code === 'FAST_JWT_EXPIRED';
    throw new DomainError(
      expired && kinds.includes('access') ? 'ERR_SESSION_EXPIRED' : 'ERR_NO_SESSION',
      undefined,
      {
        cause,
      },
    );
  }
  const parsed = claims.safeParse(payload);
  if (!parsed.success || !kinds.includes(parsed.data.kind)) throw new DomainError('ERR_NO_SESSION');
  verifiedClaims.get(app)?.set(token, parsed.data);
  return parsed.data;
}
