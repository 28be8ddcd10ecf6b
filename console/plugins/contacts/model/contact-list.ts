import { sortName } from '../../../../domain/text/sort-name.ts';
import type { Change, ContactView } from '../../../../domain/views/index.ts';
import { belongs, type ContactFilter, isFiltered } from './contact-filter.ts';

export interface ContactPage {
  readonly contacts: readonly ContactView[];
  /** Of all that match, as the last answer and the changes since say. */
  readonly count: number;
  readonly hasMore: boolean;
}
/** The shape react-query keeps for an infinite list. */
export interface ContactPages {
  readonly pages: ContactPage[];
  readonly pageParams: unknown[];
}

export const PAGE_SIZE = 20;

/** Pages may overlap after changes; each contact is shown once, at its first place. */
export const flatten = (data: ContactPages | undefined): ContactView[] => [
  ...new Map(data?.pages.flatMap(({ contacts }) => contacts.map((one) => [one.id, one] as const))).values(),
];

/** Counted from what is held, not from the number of pages: what was deleted moved the following ones up. */
export const nextPage = (pages: readonly ContactPage[]): number | undefined =>
  pages.at(-1)?.hasMore
    ? Math.floor(flatten({ pages: [...pages], pageParams: [] }).length / PAGE_SIZE) + 1
    : undefined;

const counted = (pages: readonly ContactPage[], by: number): ContactPage[] =>
  by === 0 ? [...pages] : pages.map((page) => ({ ...page, count: Math.max(0, page.count + by) }));

const without = (pages: readonly ContactPage[], id: string): ContactPage[] =>
  pages.map((page) =>
    page.contacts.some((contact) => contact.id === id)
      ? { ...page, contacts: page.contacts.filter((contact) => contact.id !== id) }
      : page,
  );

/** In its place by name; beyond the last page held it is left to the page that will bring it. */
const placed = (pages: readonly ContactPage[], contact: ContactView): ContactPage[] => {
  const name = sortName(contact.name);
  const follows = (other: ContactView) => sortName(other.name) > name;
  const target = pages.findIndex((page) => page.contacts.some(follows));
  if (target === -1) {
    const last = pages.at(-1);
    if (last === undefined || last.hasMore) return [...pages];
    return [...pages.slice(0, -1), { ...last, contacts: [...last.contacts, contact] }];
  }
  return pages.map((page, index) =>
    index === target
      ? { ...page, contacts: page.contacts.toSpliced(page.contacts.findIndex(follows), 0, contact) }
      : page,
  );
};

/** Whether the answer of a page would have had this contact, had it been given after the change. */
export const isWithin = (
  { contacts, hasMore }: ContactPage,
  { id, document }: Change<ContactView>,
): boolean => {
  if (contacts.some((contact) => contact.id === id)) return true;
  const last = contacts.at(-1);
  return (
    document !== undefined &&
    (!hasMore || last === undefined || sortName(document.name) <= sortName(last.name))
  );
};

/**
 * A list after a change of one contact. It is to be told of each change once: the count is what it was, plus and minus
 * what is known. Whether one that is deleted beyond what is held was among those a filter finds, nobody can tell.
 */
export const applyContactChange = <D extends ContactPages>(
  data: D | undefined,
  change: Change<ContactView>,
  filter: ContactFilter,
  timeZone: string,
): D | undefined => {
  if (data === undefined) return undefined;
  const held = flatten(data).find((contact) => contact.id === change.id);
  const { document } = change;
  const gone = change.action === 'delete' || (document !== undefined && !belongs(filter, document, timeZone));
  if (gone) {
    const known = held !== undefined || (change.action === 'delete' && !isFiltered(filter));
    return known ? { ...data, pages: counted(without(data.pages, change.id), -1) } : data;
  }
  if (document === undefined || (held !== undefined && document.position < held.position)) return data;
  const whole = data.pages.at(-1)?.hasMore === false;
  // Not held and not new: it may stand further down and be counted already.
  const fresh = held === undefined && (change.action === 'create' || whole);
  return { ...data, pages: placed(counted(without(data.pages, change.id), fresh ? 1 : 0), document) };
};
