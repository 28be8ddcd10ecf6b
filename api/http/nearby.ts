import type { FastifyRequest } from 'fastify';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|::ffff:127(\.\d{1,3}){3})$/;
const forwarding = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'] as const;

/** Whether it is asked on this very machine, by its own name, and not through a proxy that would be for somebody elsewhere. */
export const isNearby = (request: FastifyRequest): boolean =>
  loopback.test(request.raw.socket.remoteAddress ?? '') &&
  loopback.test(request.hostname) &&
  forwarding.every((header) => request.headers[header] === undefined);
