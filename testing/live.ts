import { createClient } from 'graphql-ws';
import { expect } from 'vitest';
import type { Change } from '../contract/changes.ts';

/** Browsers on the live feed at `url`: what each was told, where it stands, how it was closed. */
export const createWatcher = (url: () => string) => {
  const open: { dispose(): void | Promise<void> }[] = [];

  const watch = async (token: string, wanted: readonly string[], after?: string, hello: object = {}) => {
    const items: Change[] = [];
    const frames: { seq: string; items: Change[] }[] = [];
    const closes: number[] = [];
    const errors: unknown[] = [];
    const client = createClient({
      url: url(),
      webSocketImpl: WebSocket,
      connectionParams: { token, ...hello },
      lazy: false,
      retryAttempts: 0,
      onNonLazyError: () => {},
      on: { closed: (event) => closes.push((event as CloseEvent).code) },
    });
    open.push(client);
    const greeted = Promise.withResolvers<void>();
    client.subscribe<{ changes: { seq: string; items: Change[] } }>(
      {
        query:
          'subscription($c: [String!]!, $after: String) { changes(channels: $c, after: $after) { seq items } }',
        variables: { c: wanted, after },
      },
      {
        next: ({ data }) => {
          if (!data) return;
          frames.push(data.changes);
          items.push(...data.changes.items);
          greeted.resolve();
        },
        error: (error) => {
          errors.push(error);
          greeted.resolve();
        },
        complete: () => greeted.resolve(),
      },
    );
    await greeted.promise;
    return { items, frames, closes, errors, seq: () => frames.at(-1)?.seq };
  };
  return {
    watch,
    /** The last one goes away. */
    leave: async () => void (await open.pop()?.dispose()),
    close: async () => {
      for (const client of open.splice(0)) await client.dispose();
    },
  };
};

/** A client that says what it likes on one socket, as long as it is left open. */
export async function openRawLine(url: string, protocol = 'graphql-transport-ws') {
  const socket = new WebSocket(url, protocol);
  const said: { type: string; id?: string; payload?: unknown }[] = [];
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  socket.addEventListener('message', ({ data }) => said.push(JSON.parse(String(data))));
  socket.addEventListener('close', ({ code, reason }) => closed.resolve({ code, reason }));
  await new Promise((resolve) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('close', resolve, { once: true });
  });
  const say = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const types = () => said.map(({ type }) => type);
  return {
    socket,
    said,
    say,
    types,
    closed: closed.promise.then(({ code }) => code),
    ended: closed.promise,
    /** Says who it is, and waits until that has been heard. */
    async hello(token: string) {
      say({ type: 'connection_init', payload: { token } });
      await expect.poll(types, { timeout: 10_000 }).toContain('connection_ack');
    },
    follow: (channels: readonly string[], id: string, fields = 'seq items') =>
      say({
        type: 'subscribe',
        id,
        payload: { query: `subscription { changes(channels: ${JSON.stringify(channels)}) { ${fields} } }` },
      }),
    /** Every change it was told. */
    items: () =>
      said
        .filter(({ type }) => type === 'next')
        .flatMap(({ payload }) => (payload as { data: { changes: { items: Change[] } } }).data.changes.items),
  };
}
