import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { GraphqlEngine } from './engine.ts';

type Serving = Pick<GraphqlEngine, 'serveLine'>;

/** Returns how a line is served. What its client says before the engine is there waits in its socket. */
export function lineServing(engine: () => Promise<Serving>, log: Pick<FastifyBaseLogger, 'error'>) {
  let loadedEngine: Serving | undefined;
  return (socket: WebSocket, request: FastifyRequest): void => {
    if (loadedEngine) {
      loadedEngine.serveLine(socket, request);
      return;
    }
    socket.pause();
    engine().then(
      (loaded) => {
        loadedEngine = loaded;
        if (socket.readyState !== socket.OPEN) return;
        loaded.serveLine(socket, request);
        socket.resume();
      },
      (err: unknown) => {
        log.error({ err }, 'a live connection could not be served');
        socket.resume();
        socket.close(1011);
      },
    );
  };
}
