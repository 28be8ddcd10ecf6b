/** Adapters behind the ports, a port a folder and an engine a folder in it, with the contract suites that engines share. */

import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { MongoClient, type MongoClientOptions, MongoNetworkError } from 'mongodb';

/** What is used here of the driver's own connection, which it does not export. */
export interface DriverConnection extends EventEmitter {
  readonly error?: Error | null;
  writeCommand(...args: unknown[]): Promise<void>;
}

/**
 * Returns a writing of commands that fail when their connection goes meanwhile. The driver (7.9 and before) waits for a
 * destroyed socket to be 'drained', which never happens: an operation then hangs without end or time limit, and when it
 * was the monitor's, the whole client never finds its server again (docs/decisions/0009-mongodb-driver.md).
 */
export const endsWithItsConnection = (
  write: DriverConnection['writeCommand'],
): DriverConnection['writeCommand'] =>
  function (this: DriverConnection, ...args) {
    return new Promise((resolve, reject) => {
      const gone = () => reject(this.error ?? new MongoNetworkError('the connection went during a write'));
      this.once('close', gone);
      write
        .apply(this, args)
        .finally(() => this.off('close', gone))
        .then(resolve, reject);
    });
  };

const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
  readonly Connection: { readonly prototype: DriverConnection };
};
Connection.prototype.writeCommand = endsWithItsConnection(Connection.prototype.writeCommand);

/**
 * Returns a connected client.
 * @param options.answerWithinMs a server or a network that takes a question and says nothing more would otherwise hold
 * a loop for ever
 */
export const openMongo = async (
  url: string,
  { answerWithinMs, ...options }: MongoClientOptions & { readonly answerWithinMs: number },
): Promise<MongoClient> => {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: 10_000,
    socketTimeoutMS: answerWithinMs,
    connectTimeoutMS: Math.min(answerWithinMs, 10_000),
    ...options,
  });
  return client.connect();
};
