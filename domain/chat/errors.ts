/** Refusals that concern the chat between colleagues, each with its HTTP status. */
export const chatErrors = {
  ERR_NO_CHAT_FOUND: 404,
} as const;
