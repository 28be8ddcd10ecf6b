/** Refusals that concern records, each with its HTTP status. */
export const recordsErrors = {
  ERR_ALREADY_EXISTS: 409,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
  ERR_WEBHOOK_OFF: 409,
} as const;
