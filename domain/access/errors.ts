/** Refusals that concern sessions and permissions, each with its HTTP status. */
export const accessErrors = {
  ERR_NO_SESSION: 401,
  ERR_SESSION_EXPIRED: 403,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_NO_PERMISSION: 403,
} as const;
