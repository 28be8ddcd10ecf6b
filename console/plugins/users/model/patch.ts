/** Lists and forms of users as plain data: the rules of what is typed, and where a change puts somebody in a list. */

import type { InfiniteData } from '@tanstack/react-query';
import type { Change } from '../../../../contract/changes.ts';
import type { UserPage, UserView } from '../../../../contract/user.ts';
import { liveList } from '../../../shell/live-list.ts';

export type Pages = InfiniteData<UserPage, number>;

const list = liveList<'users', UserView, UserPage>('users', 20);
export const { nextPage } = list;

/** Returns the pages held, with a change of one user in them; an older document than the one held changes nothing. */
export const patchPages = (
  heldPages: Pages,
  { action, id, document, position }: Pick<Change<UserView>, 'action' | 'id' | 'document' | 'position'>,
): Pages => {
  const knownUser = list.find(heldPages, id);
  if (knownUser === undefined) return heldPages;
  if (action === 'delete' || document === undefined) {
    const pages = list.without(heldPages.pages, id).map((page) => ({ ...page, count: page.count - 1 }));
    return { ...heldPages, pages };
  }
  if (knownUser.position > position) return heldPages;
  // Changes do not tell when somebody was last there.
  const next = knownUser.lastSeen === undefined ? document : { ...document, lastSeen: knownUser.lastSeen };
  return { ...heldPages, pages: list.replaced(heldPages.pages, next) };
};
