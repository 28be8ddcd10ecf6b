/** Whole servers hurt on purpose (killed, a full disk, older data, another clock), and what must hold all the same. */

import { randomUUID } from 'node:crypto';
import type { MessageView } from '../../contract/message.ts';
import type { TicketOnWire } from '../../contract/wire-views.ts';
import { password, type ServerProcess } from '../../testing/browser/server.ts';

/** What an answer was: a status, or 0 when there was none. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export type DeskClient = Awaited<ReturnType<typeof deskClient>>;

/** Returns somebody of the demo at the API, its admin as a rule, who asks once and says what came back. */
export async function deskClient({ url }: Pick<ServerProcess, 'url'>, who = 'admin') {
  const ask = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<Answer<T>> => {
    try {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      });
      const text = await answer.text();
      return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
    } catch {
      return { status: 0, body: undefined as T };
    }
  };
  const login = await ask<{ token: string }>('POST', '/auth/login', {
    email: `${who}@demo.example`,
    password,
  });
  if (login.status !== 200)
    throw new Error(`${who} is not let in: ${login.status} ${JSON.stringify(login.body)}`);
  const { token } = login.body;
  const call = <T>(method: string, path: string, body?: unknown) => ask<T>(method, path, body, token);
  return {
    token,
    call,
    /** An open ticket of the admin's, with its customer's number. */
    async openTicket(): Promise<TicketOnWire> {
      const number = `55119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
      const until = performance.now() + 30_000;
      // On a first start the demo is still being folded, and its gateway is opening the connection.
      const written = async () => {
        const connections = await call<{ id: string }[]>('GET', '/whatsapp');
        const phone = `/channels/simulator/${connections.body[0]?.id}/messages`;
        return (await call('POST', phone, { number, name: 'Falha', body: 'Olá' })).status === 201;
      };
      while (!(await written())) {
        if (performance.now() > until) throw new Error('the phone is not connected');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      while (performance.now() < until) {
        const found = await call<{ tickets: TicketOnWire[] }>(
          'GET',
          `/tickets?status=pending&showAll=true&searchParam=${number}`,
        );
        const ticket = found.body.tickets?.[0];
        if (ticket) {
          const accepted = await call<TicketOnWire>('PUT', `/tickets/${ticket.id}`, { status: 'open' });
          return accepted.body;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('the ticket did not appear');
    },
    send: (ticketId: string, body: string, messageId: string = randomUUID()) =>
      call<unknown>('POST', `/messages/${ticketId}`, { body, messageId }),
    /** Bodies of a ticket's messages, oldest first, all pages. */
    async thread(ticketId: string): Promise<readonly MessageView[]> {
      const all: MessageView[] = [];
      for (let page = 1; ; page++) {
        const { body } = await call<{ messages: MessageView[]; hasMore: boolean }>(
          'GET',
          `/messages/${ticketId}?pageNumber=${page}`,
        );
        all.unshift(...body.messages);
        if (!body.hasMore) return all;
      }
    },
    /** What the customer's phone has got from the business. */
    async onPhone(ticket: TicketOnWire): Promise<readonly string[]> {
      const { body } = await call<{ messages: { body: string; fromBusiness: boolean }[] }>(
        'GET',
        `/channels/simulator/${ticket.whatsappId}/chats/${ticket.contact.number}`,
      );
      return body.messages.filter((message) => message.fromBusiness).map((message) => message.body);
    },
    ready: async (): Promise<Answer<{ status: string; stores?: Record<string, string> }>> => {
      try {
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        return { status: answer.status, body: (await answer.json()) as { status: string } };
      } catch {
        return { status: 0, body: { status: 'no answer' } };
      }
    },
  };
}
