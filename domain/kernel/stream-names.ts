/**
 * Stream names: the category stands before the first `-`, the tenant comes first. This is a storage format.
 * `claim` streams hold no personal data: their key is an HMAC of the claimed value.
 */

/** Returns a part of a name. @throws when it holds what names are told apart by */
const safePart = (part: string): string => {
  if (!/^[A-Za-z0-9.-]+$/.test(part))
    throw new Error(`unsafe part of a stream name: ${JSON.stringify(part)}`);
  return part;
};

/** Returns the name of a category's stream. */
export const streamName = (category: string, companyId: string, id: string): string =>
  `${category}-${safePart(companyId)}_${safePart(id)}`;

export const claimStream = (companyId: string, key: string): string => streamName('claim', companyId, key);

/** Returns the category that a stream's name says. */
export const streamCategory = (name: string): string => name.slice(0, name.indexOf('-'));
/** Returns the tenant that a stream's name says: its part holds no `_`. */
export const streamCompany = (name: string): string => name.slice(name.indexOf('-') + 1, name.indexOf('_'));
