/** The dialog by which agents begin a conversation: with whom, also somebody new, and in which queue. */

/** The address's word for whom a new conversation is to be with: the palette leads there. */
export const newWithParam = 'new';

/**
 * Returns what of an address stays when a ticket is opened from there: what the list beside it is filtered by. What
 * another page is searched for says nothing to that list, and whom the conversation was to be with is said no more.
 */
export function keptSearch({ pathname, search }: { readonly pathname: string; readonly search: string }) {
  if (!/^\/tickets(\/|$)/.test(pathname)) return '';
  const kept = new URLSearchParams(search);
  kept.delete(newWithParam);
  return kept.toString();
}
