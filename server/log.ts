import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

const secretHeaders = ['authorization', 'cookie', 'set-cookie', 'idempotency-key'];
/** Where libraries write down the headers of a request, as the form parser does on level `trace`. */
const places = ['headers', '*.headers'];

/** Returns the program's log. Whoever reads it must not be able to act as somebody: what signs in is left out on every level. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>, to: DestinationStream): Logger =>
  pino(
    {
      level: logLevel,
      base: { pid: process.pid },
      redact: {
        paths: places.flatMap((place) => secretHeaders.map((name) => `${place}["${name}"]`)),
        remove: true,
      },
    },
    to,
  );
