import type { WebSocket } from 'ws';

/** Bytes that wait for a client to take them; what it says is not read before it has. */
const mostUntaken = 256 * 1024;
/** How often it is looked whether they have. */
const lookMs = 100;

type Socket = Pick<WebSocket, 'bufferedAmount' | 'OPEN' | 'pause' | 'readyState' | 'resume'> & {
  send(data: string, taken: (error?: Error) => void): void;
};

/**
 * Returns what answers on a socket. Whoever takes no answer is not heard until they do: each of their questions would
 * leave one more in memory.
 */
export function answering(socket: Socket) {
  let looking: NodeJS.Timeout | undefined;
  // Frames are written beside the answers: the last answer may be taken while much of them still waits.
  function look(): void {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount >= mostUntaken) return;
    clearInterval(looking);
    looking = undefined;
    socket.resume();
  }
  return async (data: string): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.send(data, (error) => {
      if (looking) look();
      if (error) reject(error);
      else resolve();
    });
    if (socket.bufferedAmount >= mostUntaken && !looking) {
      socket.pause();
      looking = setInterval(look, lookMs).unref();
    }
    return promise;
  };
}
