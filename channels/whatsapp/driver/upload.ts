import { stat } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import type { Agent } from 'node:https';
import {
  DEFAULT_CONNECTION_CONFIG,
  getWAUploadToServer,
  type SocketConfig,
  type WAMediaUploadFunction,
  type WASocket,
} from 'baileys';

const lookMs = 200;

/** Returns an agent that tells how much of a request of `total` bytes is written to its line. */
const watchAgent = (base: Agent, total: number, onProgress: (fraction: number) => void): Agent => {
  const addRequest = (request: ClientRequest, ...rest: unknown[]) => {
    request.once('socket', (socket) => {
      const before = socket.bytesWritten;
      const timer = setInterval(
        () => onProgress(Math.min(1, (socket.bytesWritten - before) / total)),
        lookMs,
      );
      request.once('close', () => clearInterval(timer));
    });
    (base as unknown as { addRequest(...given: unknown[]): void }).addRequest(request, ...rest);
  };
  return Object.create(base, { addRequest: { value: addRequest } }) as Agent;
};

/**
 * Returns Baileys' own way of bringing a file to the network, told how far it is: the library says nothing of it.
 * @param base the way out
 * @param onProgress a fraction, 0 to 1
 */
export const watchedUpload =
  (
    link: Pick<WASocket, 'refreshMediaConn'>,
    logger: SocketConfig['logger'],
    onProgress: (fraction: number) => void,
    base: Agent,
  ): WAMediaUploadFunction =>
  async (filePath, options) => {
    const { size } = await stat(filePath);
    onProgress(0);
    const fetchAgent = watchAgent(base, size, onProgress);
    const upload = getWAUploadToServer(
      { ...DEFAULT_CONNECTION_CONFIG, logger, fetchAgent } as SocketConfig,
      link.refreshMediaConn,
    );
    const uploaded = await upload(filePath, options);
    onProgress(1);
    return uploaded;
  };
