import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { certificate, key } from './media-host.ts';

// Proxies for tests, on the loopback address: they let through whoever knows the login, and write down where to.

const login = { user: 'ana', password: 'p@ss:word' };

/** `wedge`: takes the line and says nothing. `refuse`: lets nobody through. */
export type Fate = 'through' | 'wedge' | 'refuse';

const listening = async (server: Server, scheme: string) => {
  const lines = new Set<Socket>();
  server.on('connection', (line: Socket) => {
    lines.add(line);
    line.on('error', () => {});
    line.on('close', () => lines.delete(line));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const code = encodeURIComponent;
  return {
    at: (password: string) => `${scheme}://${code(login.user)}:${code(password)}@127.0.0.1:${port}`,
    close: async () => {
      for (const line of lines) line.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const joined = (near: Socket, far: Socket) => {
  for (const line of [near, far]) line.on('error', () => {});
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
  near.pipe(far).pipe(near);
};

const running = (
  asked: string[],
  rules: { fate: Fate },
  { at, close }: Awaited<ReturnType<typeof listening>>,
) => ({ asked, rules, close, url: at(login.password), wrong: at('another') });

/** An HTTP proxy that knows CONNECT. */
export async function startConnectProxy({ encrypted = false } = {}) {
  const asked: string[] = [];
  const rules: { fate: Fate } = { fate: 'through' };
  const wanted = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;
  const other: RequestListener = (_, response) => void response.writeHead(405).end();
  const server = encrypted ? createHttpsServer({ key, cert: certificate }, other) : createHttpServer(other);
  server.on('connect', (request, near: Socket, head: Buffer) => {
    if (rules.fate === 'wedge') return;
    if (request.headers['proxy-authorization'] !== wanted)
      return void near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (rules.fate === 'refuse') return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    asked.push(request.url ?? '');
    const { hostname, port } = new URL(`tcp://${request.url}`);
    const far = connect(Number(port), hostname, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.write(head);
      joined(near, far);
    });
    far.on('error', () => near.destroy());
  });
  return running(asked, rules, await listening(server, encrypted ? 'https' : 'http'));
}

/** A SOCKS5 proxy (RFC 1928) with a login (RFC 1929). */
export async function startSocksProxy() {
  const asked: string[] = [];
  const rules: { fate: Fate } = { fate: 'through' };
  const server = createServer((near) => {
    let step: 'hello' | 'login' | 'ask' = 'hello';
    const heard = (bytes: Buffer) => {
      if (rules.fate === 'wedge') return;
      if (step === 'hello') {
        step = 'login';
        return void near.write(Buffer.from([5, bytes.subarray(2).includes(2) ? 2 : 255]));
      }
      if (step === 'login') {
        const userEnd = 2 + bytes[1]!;
        const said = [bytes.subarray(2, userEnd), bytes.subarray(userEnd + 1)].map(String);
        const right = said[0] === login.user && said[1] === login.password;
        step = 'ask';
        return void near.write(Buffer.from([1, right ? 0 : 1]));
      }
      if (rules.fate === 'refuse') return void near.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]));
      const named = bytes[3] === 3;
      const host = named ? bytes.subarray(5, 5 + bytes[4]!).toString() : bytes.subarray(4, 8).join('.');
      const port = bytes.readUInt16BE(named ? 5 + bytes[4]! : 8);
      asked.push(`${host}:${port}`);
      near.off('data', heard);
      const far = connect(port, host, () => {
        near.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        joined(near, far);
      });
      far.on('error', () => near.destroy());
    };
    near.on('data', heard);
  });
  return running(asked, rules, await listening(server, 'socks5'));
}
