import type { FastifyRequest } from 'fastify';
import type { ApiConfig } from '../deps.ts';

/** Returns where people reach the console: as the installation says, else as whoever asks has reached it. */
export const consoleUrl = (config: Pick<ApiConfig, 'publicUrl'>, request: FastifyRequest): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;

/** Whether an address has to be confirmed before its first login: only where a mail server is set up. */
export const asksConfirmation = ({ mailFolder }: Pick<ApiConfig, 'mailFolder'>): boolean =>
  mailFolder === undefined;
