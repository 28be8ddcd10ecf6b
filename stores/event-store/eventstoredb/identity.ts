import { randomUUID } from 'node:crypto';
import { ConflictError } from '../../../domain/kernel/event-store.ts';
import type { Appends } from './appends.ts';
import type { Reads } from './reads.ts';

/** The stream that names the log, written once. */
export const identityStream = 'log-identity';
/** No stream of this product is as long. */
const noRevision = 1_000_000_000;
const none = Buffer.from('{}');

/** Returns the log's identity, and by its stream a question whether the server takes anything. */
export function createIdentity({ append }: Appends, { takeStream }: Reads) {
  let logId: string | undefined;
  const eventOf = (type: string, data: Buffer) => ({
    id: randomUUID(),
    type,
    contentType: 'application/json' as const,
    data,
    metadata: none,
  });
  return {
    logId: async (): Promise<string> => {
      if (logId !== undefined) return logId;
      const id = randomUUID();
      try {
        await append(identityStream, -1, [
          eventOf('LogIdentified', Buffer.from(JSON.stringify({ logId: id }))),
        ]);
        logId = id;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        const [first] = await takeStream(identityStream, { limit: 1 });
        if (!first) throw error;
        logId = (first.data as { logId: string }).logId;
      }
      return logId;
    },
    /** A server may answer readings and take nothing (denied, no leader, no disk): asked for what it must refuse as a conflict. */
    canWrite: async (): Promise<void> => {
      try {
        await append(identityStream, noRevision, [eventOf('Probed', none)]);
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    },
  };
}
