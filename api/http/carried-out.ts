import { LRUCache } from 'lru-cache';
import type { Desk, Outcome } from '../../domain/desk/desk.ts';
import type { Mark } from '../../domain/kernel/event-store.ts';

type Command = (
  context: { readonly correlationId?: string },
  ...rest: readonly unknown[]
) => Promise<Partial<Outcome> | undefined>;

/** Returns which event a command's last one is in the log; undefined: it appended nothing. */
const markOf = ({ events, revision, position }: Partial<Outcome> = {}): Mark | undefined => {
  const last = events?.at(-1);
  if (last === undefined || position === undefined || last.revision !== revision) return undefined;
  return { stream: last.stream, revision, position, id: last.id };
};

export interface CarriedOut {
  /** Whether any command of a request has been carried out ('already so' counts). */
  any(requestId: string): boolean;
  /** The last event of each, by which it can be told later whether they still are in the log. */
  marks(requestId: string): readonly Mark[];
}

/**
 * The same desk, and what commands of a request have been carried out by it: a request may be refused after a part of it
 * was done.
 */
export function watchCommands(desk: Desk): { desk: Desk; carriedOut: CarriedOut } {
  const requests = new LRUCache<string, readonly Mark[]>({ maxSize: 10_000, sizeCalculation: () => 1 });
  const watched = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const command = Reflect.get(target, name) as Command;
        return async (...args: Parameters<Command>) => {
          const outcome = await command.apply(target, args);
          const { correlationId } = args[0];
          if (correlationId === undefined) return outcome;
          const mark = markOf(outcome);
          requests.set(correlationId, [...(requests.get(correlationId) ?? []), ...(mark ? [mark] : [])]);
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
    carriedOut: {
      any: (requestId) => requests.has(requestId),
      marks: (requestId) => requests.get(requestId) ?? [],
    },
  };
}
