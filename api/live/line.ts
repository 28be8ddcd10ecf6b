import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Json } from './subscriber.ts';

const pingMs = 18_000;
/** A line that follows nothing by then is closed: whoever never signs in would hold it for ever. */
export const idleMs = 30_000;

/** One WebSocket, whatever is said on it. */
export interface Line {
  readonly socket: WebSocket;
  /** Puts JSON into the next message as it is, without parsing and printing it once a subscriber. */
  raw(json: Json): string;
  /** A subscription stands on it. */
  used(): void;
}

const known = new WeakSet<WebSocket>();

/**
 * The line of a socket that says hello.
 * @throws when it says so again (each hello would watch and wrap the socket once more); the socket is closed then
 */
export function openLine(
  socket: WebSocket,
  stream: Pick<Writable, 'cork' | 'uncork'>,
  watched: { used(): void } | undefined,
): Line {
  if (known.has(socket)) {
    socket.close(4429, 'Too many initialisation requests');
    throw new Error('a live connection has said hello twice');
  }
  known.add(socket);
  return { socket, raw: withRawJson(socket, stream), used: () => watched?.used() };
}

/** A dead line is found by its silence; one on which nobody follows anything is closed. */
export function watchLine(socket: WebSocket, idle = idleMs): { used(): void } {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const pings = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, pingMs);
  const unused = setTimeout(() => socket.close(4408, 'Nothing is followed'), idle);
  socket.on('close', () => {
    clearInterval(pings);
    clearTimeout(unused);
  });
  return { used: () => clearTimeout(unused) };
}

/** A frame from here on goes out in pieces: copying it once a subscriber would cost more than sending it. */
const wholeUpTo = 4_096;

/**
 * Frames are printed once for all who get the same; a mark that nobody can guess stands for them until the socket.
 * `stream`, which the socket writes to, is held back meanwhile, so that the pieces of a frame are one write.
 */
function withRawJson(socket: WebSocket, stream: Pick<Writable, 'cork' | 'uncork'>): Line['raw'] {
  const mark = randomBytes(12).toString('hex');
  const held = new Map<string, Json>();
  let count = 0;
  const send = socket.send.bind(socket) as (data: unknown, ...rest: unknown[]) => void;
  socket.send = ((data: unknown, ...rest: unknown[]) => {
    const start = typeof data === 'string' && held.size > 0 ? data.indexOf(`"${mark}:`) : -1;
    if (typeof data !== 'string' || start < 0) return send(data, ...rest);
    const end = data.indexOf('"', start + 1);
    const key = data.slice(start + mark.length + 2, end);
    const bytes = held.get(key)?.bytes() ?? Buffer.from('null');
    held.delete(key);
    const [before, after] = [Buffer.from(data.slice(0, start)), Buffer.from(data.slice(end + 1))];
    if (bytes.length < wholeUpTo)
      return send(Buffer.concat([before, bytes, after]), { binary: false }, ...rest);
    stream.cork();
    send(before, { binary: false, fin: false });
    send(bytes, { binary: false, fin: false });
    send(after, { binary: false, fin: true }, ...rest);
    stream.uncork();
  }) as typeof socket.send;
  return (json) => {
    const key = String(count++);
    held.set(key, json);
    return `${mark}:${key}`;
  };
}
