/** Refusals that concern campaigns, each with its HTTP status. */
export const campaignErrors = {
  ERR_NO_CAMPAIGN_FOUND: 404,
  /** It runs, is over, or begins within the hour. */
  ERR_CAMPAIGN_LOCKED: 409,
  /** What is asked for does not follow from the state it is in. */
  ERR_CAMPAIGN_STATE: 409,
} as const;
