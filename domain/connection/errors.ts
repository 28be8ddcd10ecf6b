/** Refusals that concern connections, each with its HTTP status. */
export const connectionErrors = {
  ERR_NO_OTHER_WHATSAPP: 400,
  ERR_NO_DEF_WAPP_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_WAPP_NOT_INITIALIZED: 409,
  ERR_WAPP_GREETING_REQUIRED: 400,
  ERR_CHANNEL_CANNOT: 409,
} as const;
