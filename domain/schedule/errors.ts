/** Refusals that concern scheduled messages, each with its HTTP status. */
export const scheduleErrors = {
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_SCHEDULE_SENT: 409,
} as const;
