import type { CookieSerializeOptions } from '@fastify/cookie';
import type { ApiConfig } from '../deps.ts';

type Secure = Pick<ApiConfig, 'cookieSecure'>;

/**
 * Returns the name a cookie goes by. Over https a browser takes `__Secure-…` from nowhere else than https; `__Host-`
 * would demand the path `/`, and ours are narrower than that.
 */
export const cookieName = ({ cookieSecure }: Secure, name: string): string =>
  cookieSecure ? `__Secure-${name}` : name;

/** Returns what keeps a cookie from scripts and other sites; only this path is sent it. */
export const cookieOptions = (
  { cookieSecure }: Secure,
  path: string,
  maxAgeMs?: number,
): CookieSerializeOptions => ({
  httpOnly: true,
  secure: cookieSecure,
  sameSite: 'strict',
  path,
  ...(maxAgeMs !== undefined && { maxAge: Math.max(1, Math.floor(maxAgeMs / 1000)) }),
});
