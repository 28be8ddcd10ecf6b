import { LRUCache } from 'lru-cache';

export interface MessageRef {
  readonly ticketId: string;
  readonly messageId: string;
}

/**
 * Which message of ours an id of the messaging app is, for those queued or sent lately: a receipt may come before
 * `MessageSent` is written, and the network may play our own message back to us.
 */
export const sentIndex = () =>
  new LRUCache<string, MessageRef>({ maxSize: 50_000, sizeCalculation: () => 1 });
export type SentIndex = ReturnType<typeof sentIndex>;
