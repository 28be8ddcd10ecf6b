/**
 * Documents of the read models with their notices and checkpoint, on SQLite or MongoDB, behind one port and by one
 * contract suite.
 */

import type { Logger } from 'pino';
import type { ReadStore } from '../../projections/ports/read-store.ts';

type Listener = Parameters<ReadStore['onCommit']>[0];

/** Returns those told of each commit made in this process. One that throws must neither fail the commit nor silence the rest. */
export const createListeners = (log: Logger | undefined) => {
  const listeners = new Set<Listener>();
  return {
    add: (listener: Listener) => {
      const entry: Listener = (notices, position) => listener(notices, position);
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    tell: (...told: Parameters<Listener>) => {
      for (const listener of listeners)
        try {
          listener(...told);
        } catch (error) {
          log?.error({ err: error }, 'a listener of the read store failed');
        }
    },
    clear: () => listeners.clear(),
  };
};
