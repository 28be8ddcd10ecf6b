import { boundedCache } from '../../domain/kernel/bounded-cache.ts';

export interface MessageRef {
  readonly ticketId: string;
  readonly messageId: string;
}

/**
 * Returns which message of ours an id of the messaging app is, for those queued or sent lately: a receipt may come
 * before `MessageSent` is written, and the network may play our own message back to us.
 */
export const sentIndex = () => boundedCache<MessageRef>(50_000);
export type SentIndex = ReturnType<typeof sentIndex>;
