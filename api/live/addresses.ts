/**
 * Changes as they are pushed to browsers: who is connected, what each may see of a change, and how soon frames follow
 * each other.
 */

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { networkOf } from '../http/network.ts';

/** An office behind one address has many tabs; nobody has this many. */
const mostLinesOfAddress = 500;
/** Of these, how many may stand without having signed in. All tabs of an office come back at once after a restart. */
const unsignedShare = 0.5;

const protocols = /(^|[\s,])graphql-transport-ws([\s,]|$)/;

/** Returns a count of live connections by address from the moment they are asked for: before anything is known of who asks. */
export function createAddresses(mostLines = mostLinesOfAddress) {
  const openLines = new Map<string, number>();
  const unsignedLines = new Map<string, number>();
  const addressOf = new WeakMap<IncomingMessage, string>();
  const change = (counts: Map<string, number>, address: string, by: number) => {
    const next = (counts.get(address) ?? 0) + by;
    if (next > 0) counts.set(address, next);
    else counts.delete(address);
  };

  return {
    /** Before the upgrade. @throws ERR_VALIDATION for a protocol nobody speaks here, ERR_TOO_MANY_REQUESTS */
    async admit(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
      if (!request.ws) return;
      if (!protocols.test(request.headers['sec-websocket-protocol'] ?? ''))
        throw new DomainError('ERR_VALIDATION', 'Sec-WebSocket-Protocol: graphql-transport-ws');
      const { raw: rawRequest } = request;
      const ip = networkOf(request.ip);
      if ((openLines.get(ip) ?? 0) >= mostLines || (unsignedLines.get(ip) ?? 0) >= mostLines * unsignedShare)
        throw new DomainError('ERR_TOO_MANY_REQUESTS', 'Too many live connections of this address', {
          details: { retryAfter: 5 },
        });
      change(openLines, ip, 1);
      change(unsignedLines, ip, 1);
      addressOf.set(rawRequest, ip);
      rawRequest.socket.once('close', () => {
        change(openLines, ip, -1);
        if (addressOf.delete(rawRequest)) change(unsignedLines, ip, -1);
      });
    },
    /** It has said who it is: it no longer counts among those that have not. */
    signed(raw: IncomingMessage): void {
      const ip = addressOf.get(raw);
      if (ip !== undefined && addressOf.delete(raw)) change(unsignedLines, ip, -1);
    },
  };
}
