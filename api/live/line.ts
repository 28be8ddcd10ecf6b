import type { WebSocket } from 'ws';

const pingMs = 18_000;
/** A line that follows nothing by then is closed: whoever never signs in would hold it for ever. */
const idleMs = 30_000;
/** A browser says a dozen things when it comes, and little after that. */
const mostSaid = 400;
const saidWithinMs = 10_000;

/** One WebSocket, whatever is said on it. */
export interface Line {
  /** A subscription stands on it, until the function it gives is called. */
  followed(): () => void;
}

/**
 * A dead line is found by its silence; one on which nobody follows anything is closed, also when somebody did before;
 * so is one on which more is said than a browser has to say.
 */
export function watchLine(socket: WebSocket, idle = idleMs): Line {
  let alive = true;
  let following = 0;
  let said = 0;
  let since = performance.now();
  socket.on('message', () => {
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
