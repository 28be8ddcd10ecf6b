import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { id } from '../../../api/http/schemas.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { ConnectionDocument } from '../../../projections/connections/document.ts';
import { simulator } from '../channel.ts';

export const tags = [simulator.kind];
export const config = { rule: 'channel-tools:use' } as const;
export const ofConnection = z.object({ connectionId: id });
export const ofChat = ofConnection.extend({ number: z.string().regex(/^[+\d][\d ()-]{3,30}$/) });

/** Returns the connection whose phones a request is about. @throws ERR_NO_WAPP_FOUND: none, or one of real people */
export async function phoneOf(request: FastifyRequest): Promise<string> {
  const { connectionId } = request.params as z.output<typeof ofConnection>;
  const connection = await request.read.get<ConnectionDocument>('connections', connectionId);
  if (connection?.channel !== simulator.kind) throw new DomainError('ERR_NO_WAPP_FOUND');
  return connectionId;
}
