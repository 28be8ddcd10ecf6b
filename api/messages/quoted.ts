import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { ticketStream } from '../../domain/streams.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ApiDeps } from '../deps.ts';
import { foldStream } from '../tickets/stream.ts';

/**
 * What is quoted goes out to the customer with its text: a message of another ticket would tell them, or an agent's own
 * phone, what is not for them.
 * @throws ERR_VALIDATION naming `quotedMsg`
 */
export async function checkQuoted(
  api: Pick<ApiDeps, 'eventStore'>,
  request: FastifyRequest,
  ticketId: string,
  quotedIds: readonly string[],
): Promise<void> {
  if (quotedIds.length === 0) return;
  const found = await request.read.getMany<MessageDocument>('messages', quotedIds);
  const known = new Set(found.filter((message) => message.ticketId === ticketId).map(({ id }) => id));
  const missing = quotedIds.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  // A message of this very moment: the read models may be behind.
  const stream = ticketStream(request.session.companyId, ticketId);
  const { messages } = await foldStream(api, stream);
  if (missing.every((id) => messages.some((message) => message.id === id))) return;
  throw new DomainError('ERR_VALIDATION', 'quotedMsg must be of this ticket', {
    errors: { quotedMsg: 'invalid' },
  });
}
