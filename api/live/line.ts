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
  follow(): () => void;
}

/**
 * Returns a watch of a line. A dead one is found by its silence; one on which nobody follows anything is closed, also
 * when somebody did before; so is one on which more is said than a browser has to say.
 */
export function watchLine(socket: WebSocket, idle = idleMs): Line {
  let alive = true;
  let followerCount = 0;
  let saidCount = 0;
  let since = performance.now();
  socket.on('message', () => {
    if (performance.now() - since > saidWithinMs) {
      since = performance.now();
      saidCount = 0;
    }
    saidCount += 1;
    if (saidCount === mostSaid) socket.close(4429, 'Too many messages');
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
  let unusedTimer: NodeJS.Timeout | undefined = arm();
  socket.on('close', () => {
    clearInterval(pings);
    clearTimeout(unusedTimer);
    followerCount = Number.POSITIVE_INFINITY;
  });
  return {
    follow() {
      followerCount += 1;
      clearTimeout(unusedTimer);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        followerCount -= 1;
        if (followerCount === 0) unusedTimer = arm();
      };
    },
  };
}
