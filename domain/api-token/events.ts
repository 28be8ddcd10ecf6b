import { z } from 'zod';
import type { EventOf } from '../kernel/schema.ts';

export const apiTokenEvents = {
  /**
   * The token itself stands nowhere: `hash` is SHA-256 of it (256 random bits), `ending` its last letters, by which people know it.
   * `connectionId`: it sends by this connection alone; null: by any. `expiresAt` null: never.
   */
  ApiTokenCreated: z.object({
    tokenId: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    connectionId: z.string().nullable(),
    expiresAt: z.string().nullable(),
    hash: z.string(),
    ending: z.string(),
  }),
  ApiTokenRevoked: z.object({ tokenId: z.string() }),
} as const;

export type ApiTokenEvent = EventOf<typeof apiTokenEvents>;
