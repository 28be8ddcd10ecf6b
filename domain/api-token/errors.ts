/** Refusals that concern tokens for other systems, each with its HTTP status. */
export const apiTokenErrors = {
  ERR_TOKEN_SCOPE: 403,
} as const;
