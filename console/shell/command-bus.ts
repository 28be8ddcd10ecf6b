import { useEffect, useRef } from 'react';

/** What is done for each command; those that are not named are somebody else's. */
export type Handlers<Name extends string> = Readonly<Partial<Record<Name, () => void>>>;

interface Registered<Name extends string> {
  readonly handlers: Handlers<Name>;
  readonly rank: number;
}

/** Commands by name from anywhere to whichever part of the screen does them now. */
export interface CommandBus<Name extends string> {
  /**
   * Done by the handler of the highest rank, among equals the newest. Where there is none, `open` is to bring one, and
   * the command waits for it; without `open` nothing happens.
   */
  dispatch(name: Name, open?: () => void): void;
  /** Handles commands from now on, what waits at once. Returns the unsubscribe function. */
  handle(handlers: Handlers<Name>, rank?: number): () => void;
}

export const createCommandBus = <Name extends string>(): CommandBus<Name> => {
  let registeredCommands: readonly Registered<Name>[] = [];
  let queuedCommand: Name | undefined;

  const handlerOf = (name: Name) =>
    registeredCommands.findLast(({ handlers }) => handlers[name] !== undefined)?.handlers[name];

  return {
    dispatch: (name, open) => {
      const handler = handlerOf(name);
      if (handler !== undefined) {
        handler();
        return;
      }
      if (open === undefined) return;
      queuedCommand = name;
      open();
    },
    handle: (handlers, rank = 0) => {
      const one = { handlers, rank };
      registeredCommands = [...registeredCommands, one].toSorted((a, b) => a.rank - b.rank);
      const waiting = queuedCommand === undefined ? undefined : handlers[queuedCommand];
      if (waiting !== undefined) {
        queuedCommand = undefined;
        waiting();
      }
      return () => {
        registeredCommands = registeredCommands.filter((other) => other !== one);
      };
    },
  };
};

/** Handles commands while the component is shown, as it last drew them. The names are those of the first drawing. */
export const useCommandHandlers = <Name extends string>(
  bus: CommandBus<Name>,
  handlers: Handlers<Name>,
  rank = 0,
): void => {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const names = Object.keys(latest.current) as Name[];
    const current = Object.fromEntries(
      names.map((name) => [name, () => latest.current[name]?.()]),
    ) as Handlers<Name>;
    return bus.handle(current, rank);
  }, [bus, rank]);
};
