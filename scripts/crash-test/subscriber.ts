import { createClient } from 'graphql-ws';
import type { Change } from '../../contract/changes.ts';
import { channels } from '../../contract/channels.ts';
import type { TicketView } from '../../contract/ticket.ts';
import type { Client } from './client.ts';

/** What a browser would show: tickets patched from the feed over every reconnect, never refetched but on `resync`. */
export interface Screen {
  readonly tickets: ReadonlyMap<string, TicketView>;
  readonly resyncs: () => number;
  close(): void;
}

export async function allTickets(client: Client): Promise<Map<string, TicketView>> {
  const found = new Map<string, TicketView>();
  for (const status of ['open', 'pending', 'closed']) {
    for (let page = 1; ; page++) {
      const { body } = await client.call<{ tickets: TicketView[]; hasMore: boolean }>(
        'GET',
        `/tickets?status=${status}&showAll=true&pageNumber=${page}`,
      );
      for (const ticket of body.tickets) found.set(ticket.id, ticket);
      if (!body.hasMore) break;
    }
  }
  return found;
}

export function watch(url: string, companyId: string, client: Client): Screen {
  const tickets = new Map<string, TicketView>();
  let after: string | undefined;
  let resyncs = 0;
  let reloading = Promise.resolve();
  const put = (ticket: TicketView) => {
    if ((tickets.get(ticket.id)?.position ?? -1) <= ticket.position) tickets.set(ticket.id, ticket);
  };
  const reload = () => {
    resyncs += 1;
    reloading = reloading.then(async () => {
      for (const ticket of (await allTickets(client)).values()) put(ticket);
    });
  };
  const socket = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 200)),
    shouldRetry: () => true,
    connectionParams: async () => ({ token: await client.token() }),
  });
  const stop = socket.subscribe<{ changes: { seq: string; items: Change<TicketView>[] } }>(
    {
      query:
        'subscription($channels: [String!]!, $after: String) { changes(channels: $channels, after: $after) { seq items } }',
      // Read anew at every reconnect: the cursor moves on.
      variables: {
        channels: [channels.ticket(companyId)],
        get after() {
          return after;
        },
      },
    },
    {
      next: ({ data }) => {
        if (!data) return;
        for (const item of data.changes.items) {
          if (item.action === 'resync') reload();
          else if (item.action === 'delete') tickets.delete(item.id);
          else if (item.document) put(item.document);
        }
        after = data.changes.seq;
      },
      error: (error) => console.error('the subscription ended:', error),
      complete: () => {},
    },
  );
  reload();
  return {
    tickets,
    resyncs: () => resyncs,
    close: () => {
      stop();
      void socket.dispose();
    },
  };
}
