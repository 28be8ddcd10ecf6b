import { z } from 'zod';
import { apiScopes } from '../domain/api-token/scopes.ts';

/** A token for another system, as people see it: never the token itself. */
export const apiTokenView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** It sends by this connection alone; null: by any of the company. */
  connectionId: z.string().nullable(),
  connection: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Its last letters. */
  ending: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type ApiTokenView = z.output<typeof apiTokenView>;

/** `secret`: the token itself, this once. */
export const newApiToken = apiTokenView.extend({ secret: z.string() });
export type NewApiToken = z.output<typeof newApiToken>;
