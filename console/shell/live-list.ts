/** A page of a list whose items stand under a name of their own (`tickets`, `contacts`). */
export type LivePage<Name extends string, T> = Readonly<Record<Name, readonly T[]>> & {
  readonly hasMore: boolean;
};
/** The shape react-query keeps for an infinite list. */
export interface LivePages<Page> {
  readonly pages: Page[];
  readonly pageParams: unknown[];
}

interface Item {
  readonly id: string;
}

/**
 * Returns how lists are patched whose pages hold their items under `name`. What a change leaves as it is stays the same
 * object: of lists of thousands only the page that changes is copied.
 */
export const liveList = <Name extends string, T extends Item, Page extends LivePage<Name, T>>(
  name: Name,
  pageSize: number,
) => {
  const itemsOf = (page: Page): readonly T[] => page[name];
  const withItems = (page: Page, items: readonly T[]): Page => ({ ...page, [name]: items });
  const holds = (page: Page, id: string): boolean => itemsOf(page).some((item) => item.id === id);

  /** Returns every item once, at its first place: pages may overlap after changes. */
  const flatten = (data: LivePages<Page> | undefined): T[] => {
    const seen = new Set<string>();
    const items: T[] = [];
    for (const page of data?.pages ?? [])
      for (const item of itemsOf(page))
        if (!seen.has(item.id)) {
          seen.add(item.id);
          items.push(item);
        }
    return items;
  };

  /** Returns the item held under this id. Asked with every change: nothing is copied. */
  const find = (data: LivePages<Page> | undefined, id: string): T | undefined => {
    for (const page of data?.pages ?? []) for (const item of itemsOf(page)) if (item.id === id) return item;
    return undefined;
  };

  /**
   * Returns the page to ask for next. It is counted from what is held, not from the number of pages: items that changes
   * took out of the list moved the following ones up, and the next page would skip as many.
   */
  const nextPage = (pages: readonly Page[]): number | undefined =>
    pages.at(-1)?.hasMore
      ? Math.floor(flatten({ pages: [...pages], pageParams: [] }).length / pageSize) + 1
      : undefined;

  const without = (pages: readonly Page[], id: string): Page[] =>
    pages.map((page) =>
      holds(page, id)
        ? withItems(
            page,
            itemsOf(page).filter((item) => item.id !== id),
          )
        : page,
    );

  const replaceItem = (pages: readonly Page[], item: T): Page[] =>
    pages.map((page) =>
      holds(page, item.id)
        ? withItems(
            page,
            itemsOf(page).map((other) => (other.id === item.id ? item : other)),
          )
        : page,
    );

  /**
   * Returns the pages with an item before the first that `follows` it; beyond the last page held it is left to the page
   * that will bring it.
   */
  const insertItem = (pages: readonly Page[], item: T, follows: (other: T) => boolean): Page[] => {
    const target = pages.findIndex((page) => itemsOf(page).some(follows));
    if (target === -1) {
      const last = pages.at(-1);
      if (last === undefined || (last.hasMore && itemsOf(last).length > 0)) return [...pages];
      return [...pages.slice(0, -1), withItems(last, [...itemsOf(last), item])];
    }
    return pages.map((page, index) =>
      index === target
        ? withItems(page, itemsOf(page).toSpliced(itemsOf(page).findIndex(follows), 0, item))
        : page,
    );
  };

  return { flatten, find, nextPage, without, replaced: replaceItem, inserted: insertItem };
};
