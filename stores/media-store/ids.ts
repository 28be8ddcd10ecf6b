const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => uuid.test(text);

/**
 * Returns an id as it stands in paths and keys: in lower case, so that one id is one file. The only gate between input
 * and a path: `../` and its kin never get past it.
 * @throws TypeError it is no UUID
 */
export function checkedId(id: string): string {
  const lower = id.toLowerCase();
  if (!isUuid(lower)) throw new TypeError(`not a UUID: ${JSON.stringify(id)}`);
  return lower;
}
