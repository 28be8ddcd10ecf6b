/** Refusals that concern contact lists, each with its HTTP status. */
export const contactListErrors = {
  ERR_NO_CONTACT_LIST_FOUND: 404,
  ERR_NO_CONTACT_LIST_ITEM_FOUND: 404,
  ERR_CONTACT_LIST_ITEM_EXISTS: 409,
} as const;
