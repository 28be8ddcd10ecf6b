import type { FastifyReply, FastifyRequest } from 'fastify';
import { toWire } from '../../contract/wire.ts';
import type { TicketOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import { ticketStream } from '../../domain/streams.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { settledSoon } from '../http/commands.ts';
import type { Api } from '../services.ts';
import { foldStream } from './stream.ts';
import { ticketViews } from './views.ts';

/** Returns how routes answer with a ticket. */
export function createAnswers(api: Pick<Api, 'names' | 'eventStore' | 'reached' | 'config'>) {
  async function viewOf(request: FastifyRequest, ticket: TicketDocument): Promise<TicketOnWire> {
    return toWire((await ticketViews(api.names, request.session.companyId, [ticket]))[0]!);
  }

  /** The ticket after a command; from its own events when the read models are behind. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    ticketId: string,
    outcome: { position: number },
  ): Promise<TicketOnWire> {
    const there = await settledSoon(api, reply, outcome);
    let ticket = await request.read.get<TicketDocument>('tickets', ticketId);
    if (!ticket || !there)
      ticket = (await foldStream(api, ticketStream(request.session.companyId, ticketId))).ticket ?? ticket;
    if (!ticket) throw new DomainError('ERR_NO_TICKET_FOUND');
    return viewOf(request, ticket);
  }

  return { viewOf, answer };
}
