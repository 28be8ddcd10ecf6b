import { createHash } from 'node:crypto';

/** Returns where what opens the votes of a poll lies in the state store. Its sender chose its id: a hash of it is short and has no slash. */
export const pollKey = (connectionId: string, externalId: string): string =>
  `poll/${connectionId}/${createHash('sha256').update(externalId).digest('base64url')}`;
