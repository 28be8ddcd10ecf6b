import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Outcome } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { ticketStream } from '../../domain/streams.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { settledSoon } from '../http/commands.ts';
import { ticketFor } from '../http/guard.ts';
import type { Api } from '../services.ts';
import { foldStream } from '../tickets/stream.ts';
import { messageViews } from './views.ts';

type Needs = Pick<Api, 'names' | 'eventStore' | 'reached' | 'config'>;

export type Answers = ReturnType<typeof createAnswers>;

/** Returns what finds the message that a request is about, and answers with messages as they are after its command. */
export function createAnswers(api: Needs) {
  const { names } = api;

  /** Views of messages after a command; from the ticket's own events when the read models are behind. */
  async function views(request: FastifyRequest, ticketId: string, ids: readonly string[], there: boolean) {
    let found = await request.read.getMany<MessageDocument>('messages', ids);
    if (!there || found.length < ids.length) {
      const stream = ticketStream(request.session.companyId, ticketId);
      found = (await foldStream(api, stream)).messages.filter((message) => ids.includes(message.id));
    }
    const byId = new Map(found.map((message) => [message.id, message]));
    return messageViews(
      names,
      request.read,
      request.session,
      ids.flatMap((id) => byId.get(id) ?? []),
    );
  }

  async function messageFor(request: FastifyRequest, messageId: string): Promise<MessageDocument> {
    const message = await request.read.get<MessageDocument>('messages', messageId);
    if (!message) throw new DomainError('ERR_NO_MESSAGE_FOUND');
    await ticketFor(request, message.ticketId);
    return message;
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    message: MessageDocument,
    outcome: Outcome,
  ) {
    const there = await settledSoon(api, reply, outcome);
    const [view] = await views(request, message.ticketId, [message.id], there);
    if (!view) throw new DomainError('ERR_NO_MESSAGE_FOUND');
    return view;
  }

  return { messageFor, views, answer };
}
