import { createClient } from 'graphql-ws';
import { briefHello, type Change } from '../../contract/changes.ts';
import { channels } from '../../contract/channels.ts';
import type { MessageView } from '../../contract/message.ts';
import type { TicketView } from '../../contract/ticket.ts';

interface Task {
  readonly url: string;
  readonly companyId: string;
  readonly tokens: readonly string[];
  readonly tickets: readonly string[];
  /** Conversations alone are watched, where each message is told of: a card tells the last of several. */
  readonly roomsOnly?: boolean;
}

/**
 * How many changes came how many milliseconds after they were written: bodies are that instant, on the same machine's
 * clock. Counted, not listed: a list of millions stops this process by itself when it grows.
 */
const delays = new Uint32Array(60_000);
let frames = 0;
let measuring = false;

process.on('message', (message: Task | 'measure' | 'report') => {
  if (message === 'measure') {
    measuring = true;
    return;
  }
  if (message === 'report') {
    process.send?.({ delays: Array.from(delays), frames });
    return;
  }
  void subscribe(message);
});

async function subscribe({ url, companyId, tokens, tickets, roomsOnly }: Task): Promise<void> {
  const connected = tokens.map(
    (token, index) =>
      new Promise<void>((resolve, reject) => {
        const client = createClient({
          url: `${url.replace('http', 'ws')}/graphql`,
          webSocketImpl: WebSocket,
          // As the console says.
          connectionParams: { token, ...briefHello },
          lazy: false,
          on: { connected: () => resolve(), error: reject },
        });
        const ticket = index % 10 === 0 ? tickets[index / 10] : undefined;
        const watch = (wanted: readonly string[]) =>
          client.subscribe<{ changes: { items: Change[] } }>(
            {
              query: 'subscription($channels: [String!]!) { changes(channels: $channels) { seq items } }',
              variables: { channels: wanted },
            },
            {
              next: ({ data }) => {
                const now = Date.now();
                if (!measuring || !data) return;
                frames += 1;
                for (const item of data.changes.items) {
                  const shown = (item.document ?? item.changed ?? {}) as Partial<TicketView & MessageView>;
                  const written = Number(shown.preview?.body ?? shown.body);
                  if (written > 0) delays[Math.min(Math.max(0, now - written), delays.length - 1)]! += 1;
                }
              },
              error: (error) => console.error('subscription', error),
              complete: () => {},
            },
          );
        if (!roomsOnly) watch([channels.ticket(companyId)]);
        if (ticket) watch([channels.room(companyId, ticket)]);
      }),
  );
  await Promise.all(connected);
  setTimeout(() => process.send?.('ready'), 1_000);
}
