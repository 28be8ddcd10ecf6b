import { createClient } from 'graphql-ws';
import type { Change } from '../../domain/views/index.ts';

/** Browsers on the live feed at `url`: what each was told, where it stands, how it was closed. */
export const createWatcher = (url: () => string) => {
  const open: { dispose(): void | Promise<void> }[] = [];

  const watch = async (token: string, wanted: readonly string[], after?: string) => {
    const items: Change[] = [];
    const frames: { seq: string; items: Change[] }[] = [];
    const closes: number[] = [];
    const errors: unknown[] = [];
    const client = createClient({
      url: url(),
      webSocketImpl: WebSocket,
      connectionParams: { token },
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
