import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Json } from './subscriber.ts';

const pingMs = 18_000;
/** A line that follows nothing by then is closed: whoever never signs in would hold it for ever. */
const idleMs = 30_000;
/** A browser says a dozen things when it comes, and little after that. */
const mostSaid = 400;
const saidWithinMs = 10_000;

/** One WebSocket, whatever is said on it. */
export interface Line {
  readonly socket: WebSocket;
  /** Puts JSON into the next message as it is, without parsing and printing it once a subscriber. */
  raw(json: Json): string;
  /** A subscription stands on it, until the function it gives is called. */
  followed(): () => void;
}

/** What is known of a socket before it has said who it is. */
export interface Watched {
  followed(): () => void;
  /** What its hello held. */
  hello(): unknown;
}

const known = new WeakSet<WebSocket>();

/** The line of a socket that says hello; undefined when it says so again: it is closed then. */
export function openLine(
  socket: WebSocket,
  stream: Pick<Writable, 'cork' | 'uncork'>,
  watched: Watched | undefined,
): Line | undefined {
  if (known.has(socket)) {
    socket.close(4429, 'Too many initialisation requests');
    return undefined;
  }
  known.add(socket);
  return {
    socket,
    raw: withRawJson(socket, stream),
    followed: () => watched?.followed() ?? (() => {}),
  };
}

const helloOf = (data: unknown): { payload: unknown } | undefined => {
  try {
    const said = JSON.parse(String(data)) as { type?: unknown; payload?: unknown } | null;
    return said?.type === 'connection_init' ? { payload: said.payload } : undefined;
  } catch {
    // Nonsense is answered by who reads it in earnest.
    return undefined;
  }
};

/**
 * A dead line is found by its silence; one on which nobody follows anything is closed, also when somebody did before;
 * so is one on which more is said than a browser has to say.
 */
export function watchLine(socket: WebSocket, idle = idleMs): Watched {
  let alive = true;
  let following = 0;
  let hello: { payload: unknown } | undefined;
  let said = 0;
  let since = performance.now();
  // Each subscription waits for the end of its line, and there may be more than the ten that Node takes for a leak.
  socket.setMaxListeners(0);
  socket.on('message', (data: unknown) => {
    hello ??= helloOf(data);
    if (performance.now() - since > saidWithinMs) {
      since = performance.now();
      said = 0;
    }
    said += 1;
    if (said === mostSaid) socket.close(4429, 'Too many messages');
  });
  socket.on('pong', () => {
    alive = true;
  });
  const pings = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, pingMs);
  const arm = () => setTimeout(() => socket.close(4408, 'Nothing is followed'), idle);
  let unused: NodeJS.Timeout | undefined = arm();
  socket.on('close', () => {
    clearInterval(pings);
    clearTimeout(unused);
    following = Number.POSITIVE_INFINITY;
  });
  return {
    hello: () => hello?.payload,
    followed() {
      following += 1;
      clearTimeout(unused);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        following -= 1;
        if (following === 0) unused = arm();
      };
    },
  };
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
