/** Who may do what: rights by their names, the roles that grant them, and the queues whose tickets somebody may act on. */

/** Refusals that concern sessions and permissions, each with its HTTP status. */
export const accessErrors = {
  ERR_NO_SESSION: 401,
  ERR_SESSION_EXPIRED: 403,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_NO_PERMISSION: 403,
} as const;
