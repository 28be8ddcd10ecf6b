/** A proxy that a connection goes through, as an admin types it: `scheme://user:password@host:port`. */
export interface ProxyAddress {
  readonly scheme: 'http' | 'https' | 'socks5';
  /** A name or an address, an IPv6 one without its brackets. */
  readonly host: string;
  readonly port: number;
  readonly login?: { readonly user: string; readonly password: string };
}

/** What is wrong with it, as the form says it. */
export type ProxyProblem = 'proxyScheme' | 'proxyHost' | 'proxyPort' | 'proxyLogin';

const schemes: readonly string[] = ['http', 'https', 'socks5'] satisfies ProxyAddress['scheme'][];

/** Returns what was percent-encoded; what is no such code stands for itself, for passwords have `%` in them. */
const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
/** Whether a text may be a name or a password: in SOCKS5 each has one byte for its length. */
const isLogin = (text: string) => new TextEncoder().encode(text).length <= 255;

/** Returns the proxy, or what is wrong with it. Not by `URL`: that drops a usual port, and has one error for all. */
export function proxyOf(text: string): ProxyAddress | ProxyProblem {
  const [, scheme = '', rest = ''] = /^([^:/]+):\/\/(.+)$/.exec(text.trim()) ?? [];
  if (!schemes.includes(scheme.toLowerCase())) return 'proxyScheme';
  const at = rest.lastIndexOf('@');
  const [, bracketed, name, , digits] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(:(\d*))?\/?$/i.exec(rest.slice(at + 1)) ?? [];
  const host = bracketed ?? name;
  if (host === undefined || !URL.canParse(`http://${bracketed ? `[${host}]` : host}`)) return 'proxyHost';
  const port = Number(digits);
  if (!digits || port < 1 || port > 65_535) return 'proxyPort';
  const given = { scheme: scheme.toLowerCase() as ProxyAddress['scheme'], host, port };
  if (at < 0) return given;
  const [user = '', ...password] = rest.slice(0, at).split(':');
  const login = { user: decodePart(user), password: decodePart(password.join(':')) };
  if (login.user === '' || !isLogin(login.user) || !isLogin(login.password)) return 'proxyLogin';
  return { ...given, login };
}

/** Returns all that is ever shown of a stored one: `host:port`. */
export const shownProxy = (text: string): string => {
  const proxy = proxyOf(text);
  if (typeof proxy === 'string') return '';
  return `${proxy.host.includes(':') ? `[${proxy.host}]` : proxy.host}:${proxy.port}`;
};
