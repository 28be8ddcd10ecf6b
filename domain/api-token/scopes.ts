/** What a token for other systems may be good for. */
export const apiScopes = [
  'messages:send',
  'messages:read',
  'contacts:write',
  'events:read',
  'webhooks:manage',
] as const;
export type ApiScope = (typeof apiScopes)[number];
export const longestTokenName = 60;
/** Tokens of a company that were not taken back. */
export const mostTokens = 100;
