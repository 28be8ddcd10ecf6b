import type { InfiniteData } from '@tanstack/react-query';
import type { Change, UserView } from '../../../../domain/views/index.ts';

export interface UsersPageData {
  readonly users: readonly UserView[];
  readonly count: number;
  readonly hasMore: boolean;
}
export type Pages = InfiniteData<UsersPageData, number>;

/** The pages held, with a change of one user in them; an older document than the one held changes nothing. */
export const patchPages = (
  held: Pages,
  { action, id, document, position }: Pick<Change<UserView>, 'action' | 'id' | 'document' | 'position'>,
): Pages => {
  const known = held.pages.some(({ users }) => users.some((user) => user.id === id));
  if (!known) return held;
  const gone = action === 'delete' || document === undefined;
  const pages = held.pages.map((page) => ({
    ...page,
    count: gone ? page.count - 1 : page.count,
    users: page.users.flatMap((user) =>
      user.id !== id ? user : gone ? [] : user.position > position ? user : document,
    ),
  }));
  return { ...held, pages };
};
