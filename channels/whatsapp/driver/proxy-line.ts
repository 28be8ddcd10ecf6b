import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent, request } from 'node:http';
import { type AgentOptions, globalAgent, Agent as HttpsAgent } from 'node:https';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { SocksClient } from 'socks';
import { Agent as Dispatcher } from 'undici';
import { type ProxyAddress, proxyOf } from '../../../domain/connection/proxy.ts';

/** `proxy`: it does not answer; `proxy-login`: it does not take the login; `proxy-private`: nobody may go there. */
type Failure = 'proxy' | 'proxy-login' | 'proxy-private';

/** Says what failed and nothing of the proxy, its login least of all: it is logged, and stands in events. */
class ProxyError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, message: string) {
    super(message);
    this.failure = failure;
  }
}

interface Options {
  /** Whether it may lie at an address of a private network. */
  readonly privateToo: boolean;
  readonly timeoutMs?: number;
}

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? `: ${code}` : '';
};

/**
 * Returns where the proxy is, looked up now: whoever types its name may change what that name leads to.
 * @throws ProxyError when one of its addresses is not a public one, however it is spelt
 */
async function addressesOf({ host }: ProxyAddress, { privateToo }: Options) {
  const addresses = await lookup(host, { all: true }).catch((error: unknown) => {
    throw new ProxyError('proxy', `the proxy is not found${codeOf(error)}`);
  });
  if (!privateToo && addresses.some(({ address }) => ipaddr.process(address).range() !== 'unicast'))
    throw new ProxyError('proxy-private', 'the proxy is in a private network');
  return addresses;
}

/** Returns a line to the proxy itself, encrypted where it wants that. */
async function reach(proxy: ProxyAddress, options: Options, signal: AbortSignal): Promise<Socket> {
  const addresses = await addressesOf(proxy, options);
  const [first] = addresses;
  // Only what was looked at is gone to: asked again, the name might lead elsewhere.
  const known: LookupFunction = (_host, asked, answer) =>
    asked.all ? answer(null, addresses) : answer(null, first?.address ?? '', first?.family ?? 4);
  const to = { host: proxy.host, port: proxy.port, lookup: known };
  const tls = proxy.scheme === 'https';
  const socket = tls
    ? connectTls({ ...to, ca: globalAgent.options.ca, ...(!isIP(proxy.host) && { servername: proxy.host }) })
    : connect(to);
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => socket.destroy(new Error('it takes too long'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    socket.once(tls ? 'secureConnect' : 'connect', resolve);
    socket.once('error', (error) =>
      reject(new ProxyError('proxy', `the proxy does not answer${codeOf(error)}`)),
    );
  });
  return socket;
}

/** Resolves with a line to `target` (`host:port`) that an HTTP proxy was asked for on its own. */
const tunnel = (socket: Socket, { login }: ProxyAddress, target: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const secret = login && Buffer.from(`${login.user}:${login.password}`).toString('base64');
    const tunnelRequest = request({
      method: 'CONNECT',
      path: target,
      createConnection: () => socket,
      headers: { host: target, ...(secret && { 'proxy-authorization': `Basic ${secret}` }) },
    });
    tunnelRequest.once('connect', ({ statusCode }, line: Socket, head) => {
      if (statusCode === 200) {
        if (head.length > 0) line.unshift(head);
        return resolve(line);
      }
      line.destroy();
      reject(
        statusCode === 407
          ? new ProxyError('proxy-login', 'the proxy refuses its user or password')
          : new ProxyError('proxy', `the proxy refuses the connection: ${statusCode}`),
      );
    });
    tunnelRequest.once('error', (error) =>
      reject(new ProxyError('proxy', `the proxy does not answer${codeOf(error)}`)),
    );
    tunnelRequest.end();
  });

/** Resolves with a line through a SOCKS proxy. The library's errors carry the login with them: none of them is passed on. */
async function connectSocks(
  socket: Socket,
  { login, host, port }: ProxyAddress,
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<Socket> {
  const user = login && { userId: login.user, password: login.password };
  try {
    const { socket: line } = await SocksClient.createConnection({
      command: 'connect',
      existing_socket: socket,
      destination: to,
      timeout: timeoutMs,
      proxy: { host, port, type: 5, ...user },
    });
    return line;
  } catch (error) {
    socket.destroy();
    const text = (error as Error).message;
    throw /authentication/i.test(text)
      ? new ProxyError('proxy-login', 'the proxy refuses its user or password')
      : new ProxyError('proxy', 'the proxy does not let us through');
  }
}

/** Returns a line through the proxy, its name looked up there: nothing of where we go is told to anybody else. */
async function dial(
  proxy: ProxyAddress,
  to: { host: string; port: number },
  options: Options,
): Promise<Socket> {
  const timeoutMs = options.timeoutMs ?? 15_000;
  // Ended by hand: one that runs out later would take the line with it that was made meanwhile.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  return dialled(proxy, to, { ...options, timeoutMs }, late.signal).finally(() => clearTimeout(timer));
}

async function dialled(
  proxy: ProxyAddress,
  to: { host: string; port: number },
  options: Options & { readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await reach(proxy, options, signal);
  const target = `${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}`;
  const line =
    proxy.scheme === 'socks5'
      ? connectSocks(socket, proxy, to, options.timeoutMs)
      : tunnel(socket, proxy, target);
  const givenSocket = await Promise.race([
    line,
    new Promise<never>((_, reject) => {
      const late = () => reject(new ProxyError('proxy', 'the proxy does not answer in time'));
      if (signal.aborted) late();
      signal.addEventListener('abort', late, { once: true });
    }),
  ]).catch((error: unknown) => {
    line.catch(() => {});
    socket.destroy();
    throw error;
  });
  givenSocket.setKeepAlive(true, 30_000);
  return givenSocket;
}

const encrypt = (socket: Socket, host: string, ca: AgentOptions['ca']): TLSSocket =>
  connectTls({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    ca,
    ...(!isIP(host) && { servername: host }),
  });

/** Returns the way through its proxy for everything of one number that goes out over the internet. */
export function proxyLine(text: string, options: Options) {
  const proxy = proxyOf(text);
  if (typeof proxy === 'string') throw new ProxyError('proxy', `the proxy is not to be read: ${proxy}`);
  const { ca } = globalAgent.options;

  const through = <T extends HttpAgent>(agent: T, secure: boolean): T => {
    agent.createConnection = (given, callback) => {
      const { host, port } = given as { readonly host?: string | null; readonly port?: string | number };
      const to = { host: host ?? '', port: Number(port) };
      dial(proxy, to, options).then(
        (line) => callback?.(null, secure ? encrypt(line, to.host, ca) : line),
        (error: Error) => callback?.(error, undefined as unknown as Duplex),
      );
      return undefined;
    };
    return agent;
  };

  const dispatcher = new Dispatcher({
    connect: ({ hostname, port, protocol }, callback) => {
      const secure = protocol === 'https:';
      const to = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)) };
      dial(proxy, to, options).then(
        (line) => {
          if (!secure) return callback(null, line);
          const tls = encrypt(line, to.host, ca);
          tls.once('secureConnect', () => callback(null, tls));
          tls.once('error', (error) => callback(error, null));
        },
        (error: Error) => callback(error, null),
      );
    },
  });

  return {
    http: through(new HttpAgent(), false),
    https: through(new HttpsAgent({ ca }), true),
    /** For `fetch`. */
    dispatcher,
    /** Lets go of what is idle; what is under way ends by itself. */
    close: () => void dispatcher.close().catch(() => {}),
  };
}
export type ProxyLine = ReturnType<typeof proxyLine>;
