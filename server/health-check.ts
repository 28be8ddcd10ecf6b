import { get } from 'node:http';

/** For containers: exits 0 when this process answers /healthz where it listens, by the settings it was started with. */
const wanted = process.env.HOST || '127.0.0.1';
/** Nobody is reached at 'every address': the machine itself is. */
const itself: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
// Not by an address of the web: one of IPv6 may name a zone, which none can.
const asked = get({
  host: itself[wanted] ?? wanted,
  port: process.env.PORT || '8080',
  path: '/healthz',
  signal: AbortSignal.timeout(2_500),
});
asked.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.on('error', () => process.exit(1));
