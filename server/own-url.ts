export const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Returns where whoever sits at this machine reaches the console; undefined: others may read our letters, or nobody answers here. */
export const ownUrl = (config: {
  readonly HOST: string;
  readonly PORT: number;
  readonly ROLES: readonly string[];
  readonly TRUST_PROXY: unknown;
}): string | undefined => {
  const { HOST: host, PORT: port } = config;
  const isOwn = loopback.has(host) && config.TRUST_PROXY === false && config.ROLES.includes('api');
  return isOwn && port !== 0 ? `http://${host.includes(':') ? `[${host}]` : host}:${port}` : undefined;
};
