import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text in base64url: what is kept of a secret or an address that is only ever compared. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('base64url');
