/** Refusals that concern users, each with its HTTP status. */
export const userErrors = {
  ERR_NO_USER_FOUND: 404,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_EMAIL_ALREADY_EXISTS: 409,
  ERR_LAST_ADMIN: 409,
  ERR_OWN_USER: 409,
  ERR_WRONG_PASSWORD: 400,
  /** Of a letter: used, too old, or made for an account that is another one now. */
  ERR_LINK_EXPIRED: 410,
  ERR_EMAIL_NOT_CONFIRMED: 403,
  ERR_WRONG_CODE: 400,
  ERR_CHALLENGE_OVER: 401,
  ERR_TOTP_ENABLED: 409,
  ERR_TOTP_REQUIRED: 409,
  ERR_PROVIDER_REFUSED: 401,
  ERR_PROVIDER_UNKNOWN_USER: 401,
  ERR_IDENTITY_TAKEN: 409,
} as const;
