import type { Change } from '../../../../contract/changes.ts';
import type { ContactPage as Answer, ContactView } from '../../../../contract/contact.ts';
import { sortName } from '../../../../domain/text/sort-name.ts';
import { type LivePages, liveList } from '../../../shell/live-list.ts';
import type { Again } from '../../../shell/patch-query.ts';
import { belongs, type ContactFilter, isFiltered } from './contact-filter.ts';

/** A page as it is held; whom a change brought is without their tickets. */
export type ContactPage = Readonly<Omit<Answer, 'contacts'>> & { readonly contacts: readonly ContactView[] };
export type ContactPages = LivePages<ContactPage>;

const PAGE_SIZE = 20;

const list = liveList<'contacts', ContactView, ContactPage>('contacts', PAGE_SIZE);
export const { flatten, nextPage } = list;

const countPages = (pages: readonly ContactPage[], by: number): ContactPage[] =>
  by === 0 ? [...pages] : pages.map((page) => ({ ...page, count: Math.max(0, page.count + by) }));

interface Circumstances {
  readonly filter: ContactFilter;
  readonly timeZone: string;
  readonly again?: Again | undefined;
}

/** Whether another stands behind a contact, by name. */
const behind = (contact: ContactView) => {
  const name = sortName(contact.name);
  return (other: ContactView) => sortName(other.name) > name;
};

/** Whether the answer of a page would have had this contact, had it been given after the change. */
const isWithin = ({ contacts, hasMore }: ContactPage, { id, document }: Change<ContactView>): boolean => {
  if (contacts.some((contact) => contact.id === id)) return true;
  const last = contacts.at(-1);
  return (
    document !== undefined &&
    (!hasMore || last === undefined || sortName(document.name) <= sortName(last.name))
  );
};

/**
 * Returns a list after a change of one contact. It is to be told of each change once: the count is what it was, plus
 * and minus what is known. Whether one that is deleted beyond what is held was among those a filter finds, nobody can
 * tell.
 */
export const applyContactChange = (
  data: ContactPages,
  change: Change<ContactView>,
  { filter, timeZone, again }: Circumstances,
): ContactPages => {
  // An answer counts what stands beyond its pages, whether it knows of the change or not.
  if (again === 'answer' && !data.pages.some((page) => isWithin(page, change))) return data;
  // Above a further page it is counted already.
  const counted = (pages: readonly ContactPage[], by: number) => countPages(pages, again === 'page' ? 0 : by);
  const heldContact = list.find(data, change.id);
  const { document } = change;
  const gone = change.action === 'delete' || (document !== undefined && !belongs(filter, document, timeZone));
  if (gone) {
    const known = heldContact !== undefined || (change.action === 'delete' && !isFiltered(filter));
    return known ? { ...data, pages: counted(list.without(data.pages, change.id), -1) } : data;
  }
  if (document === undefined || (heldContact !== undefined && document.position < heldContact.position))
    return data;
  const whole = data.pages.at(-1)?.hasMore === false;
  // Not held and not new: it may stand further down and be counted already.
  const fresh = heldContact === undefined && (change.action === 'create' || whole);
  const others = counted(list.without(data.pages, change.id), fresh ? 1 : 0);
  return { ...data, pages: list.inserted(others, document, behind(document)) };
};
