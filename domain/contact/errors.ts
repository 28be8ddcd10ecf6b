/** Refusals that concern contacts, each with its HTTP status. */
export const contactErrors = {
  ERR_NO_CONTACT_FOUND: 404,
  ERR_WAPP_CHECK_CONTACT: 502,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_CONTACT_ERASED: 410,
  ERR_CONTACT_MERGED: 409,
} as const;
