import { createHash } from 'node:crypto';

/**
 * Returns the id of a message of ours on WhatsApp: `3EB0` and 18 hex digits, the form its own clients use. Derived, so
 * that a retry after a crash is the same message.
 */
export const externalIdOf = (messageId: string): string =>
  `3EB0${createHash('sha256').update(messageId).digest('hex').slice(0, 18).toUpperCase()}`;
