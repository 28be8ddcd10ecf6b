import { LRUCache } from 'lru-cache';
import type { Desk } from '../../domain/desk.ts';

type Command = (
  context: { readonly correlationId?: string },
  ...rest: readonly unknown[]
) => Promise<unknown>;

/**
 * The same desk, and whether any command of a request has been carried out by it ('already so' counts): a request may
 * be refused after a part of it was done.
 */
export function watchCommands(desk: Desk): { desk: Desk; carriedOut(requestId: string): boolean } {
  const requests = new LRUCache<string, true>({ maxSize: 10_000, sizeCalculation: () => 1 });
  const watched = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const command = Reflect.get(target, name) as Command;
        return async (...args: Parameters<Command>) => {
          const outcome = await command.apply(target, args);
          const { correlationId } = args[0];
          if (correlationId !== undefined) requests.set(correlationId, true);
          return outcome;
        };
      },
    });
  const { tickets, contacts, users, companies, connections } = desk;
  return {
    desk: {
      tickets: watched(tickets),
      contacts: watched(contacts),
      users: watched(users),
      companies: watched(companies),
      connections: watched(connections),
      records: (name) => watched(desk.records(name)),
    },
    carriedOut: (requestId) => requests.has(requestId),
  };
}
