import { channels } from '../../contract/channels.ts';
import type {
  ContactListEvent,
  ContactListItemEvent,
  ItemContent,
} from '../../domain/contact-list/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { namesOf } from '../../domain/text/sort-name.ts';
import { begin, type Handler, projection } from '../definition.ts';
import type { ContactListDocument, ContactListItemDocument } from './document.ts';

type AnyEvent = ContactListEvent | ContactListItemEvent;
type DataOf<T extends AnyEvent['type']> = Extract<AnyEvent, { type: T }>['data'];
const listId = (event: { data: { listId: string } }) => event.data.listId;

const contentOf = ({ name, number, email }: ItemContent) => ({ ...namesOf(name), number, email });

/** Each event says what it adds: a rebuild counts the same although keys were destroyed since. */
const counts: Handler<ContactListDocument, RecordedEvent<string, DataOf<'ContactListItemsAdded'>>> = {
  id: listId,
  apply: (doc, { data: { counts: added }, metadata: { at } }) =>
    doc && {
      ...doc,
      contactsCount: doc.contactsCount + added.contacts,
      validCount: doc.validCount + added.valid,
      updatedAt: at,
    },
};

/** Lists of people whom campaigns write to, each with the number of those who stand in it. */
export const contactLists = projection<ContactListDocument, AnyEvent>('contactLists', {
  indexes: [['sortName'], ['-createdAt']],
  search: { fields: ['name'] },
  notices: [{ channel: channels.contactList, document: () => undefined }],
  on: {
    ContactListCreated: {
      id: listId,
      creates: true,
      apply: (_doc, event) => ({
        ...begin(event, event.data.listId),
        ...namesOf(event.data.name),
        contactsCount: 0,
        validCount: 0,
        createdAt: event.metadata.at,
        updatedAt: event.metadata.at,
      }),
    },
    ContactListRenamed: {
      id: listId,
      apply: (doc, { data: { name }, metadata: { at } }) =>
        doc && { ...doc, ...namesOf(name), updatedAt: at },
    },
    ContactListDeleted: { id: listId, apply: () => 'delete' },
    ContactListItemsAdded: counts,
    ContactListItemChanged: counts as never,
    ContactListItemMoved: counts as never,
    ContactListItemsRemoved: counts as never,
    ContactListItemsChecked: counts as never,
    ContactListItemsResealed: counts as never,
  },
});

/** Of an event with a thousand items each is asked for: the last event's are found at once. */
const latestIndex = new WeakMap<readonly object[], ReadonlyMap<string, object>>();
function itemOf<T extends { readonly itemId: string }>(items: readonly T[], id: string): T {
  let known = latestIndex.get(items);
  if (known === undefined) {
    known = new Map(items.map((item) => [item.itemId, item]));
    latestIndex.set(items, known);
  }
  return known.get(id) as T;
}
/** More at once are told of as their list, which has changed too. */
const mostTold = 100;

const stands = (doc: ContactListItemDocument | undefined, { bucket }: { bucket: number }) =>
  doc !== undefined && doc.bucket === bucket;

/** The items of lists. What is said of one counts from the bucket that it stands in: with another number it moves. */
export const contactListItems = projection<ContactListItemDocument, AnyEvent>('contactListItems', {
  indexes: [
    ['contactListId', 'sortName'],
    ['contactListId', 'id'],
    ['contactListId', 'isOnNetwork', 'id'],
  ],
  search: { fields: ['name', 'email'], numbers: ['number'], by: ['contactListId', 'sortName'] },
  notices: [
    {
      channel: channels.contactListItem,
      document: () => undefined,
      audience: ({ contactListId }) => ({ listId: contactListId }),
      audienceBefore: ({ data }) => ({ listId: (data as { listId: string }).listId }),
      action: ({ data }, creates) => {
        if (((data as { items?: readonly unknown[] }).items?.length ?? 0) > mostTold) return undefined;
        return creates ? 'create' : 'update';
      },
    },
  ],
  on: {
    ContactListItemsAdded: {
      // A log of before may have one moved by it: the store then finds that it is there.
      creates: true,
      id: ({ data }) => data.items.map(({ itemId }) => itemId),
      apply: (_doc, event, { id }) => {
        const { listId: contactListId, bucket, items } = event.data;
        const { name, number, email } = itemOf(items, id);
        return {
          ...begin(event, id),
          contactListId,
          bucket,
          ...namesOf(name),
          number,
          email,
          isOnNetwork: null,
          checkedAt: null,
        };
      },
    },
    ContactListItemChanged: {
      id: ({ data }) => data.itemId,
      apply: (doc, { data, erased }) =>
        doc && stands(doc, data) && !erased
          ? { ...doc, ...contentOf(data.content), ...(data.anew && { isOnNetwork: null, checkedAt: null }) }
          : undefined,
    },
    // What its former bucket says of it counts no more. Sealed for good, what is said once more of the others tells where they stand.
    ContactListItemMoved: {
      id: ({ data }) => data.itemId,
      apply: (_doc, event) =>
        event.erased
          ? undefined
          : {
              ...begin(event, event.data.itemId),
              contactListId: event.data.listId,
              bucket: event.data.bucket,
              moves: event.data.moves,
              ...contentOf(event.data.content),
              isOnNetwork: null,
              checkedAt: null,
            },
    },
    ContactListItemsRemoved: {
      id: ({ data }) => data.itemIds,
      apply: (doc, { data }) => (stands(doc, data) ? 'delete' : undefined),
    },
    ContactListItemsChecked: {
      id: ({ data }) => data.results.map(({ itemId }) => itemId),
      apply: (doc, { data, metadata: { at } }, { id }) =>
        doc && stands(doc, data)
          ? {
              ...doc,
              isOnNetwork: data.results.find(({ itemId }) => itemId === id)!.valid,
              checkedAt: at,
            }
          : undefined,
    },
    ContactListItemsResealed: {
      id: ({ data }) => [...data.removed, ...data.items.map(({ itemId }) => itemId)],
      apply: (doc, event, { id }) => {
        const { listId: contactListId, bucket, items, removed } = event.data;
        if (removed.includes(id)) return stands(doc, event.data) ? 'delete' : undefined;
        const { name, number, email, valid, checkedAt, moves } = itemOf(items, id);
        // Left behind by a move that is not done yet: it stands elsewhere.
        if ((moves ?? 0) < (doc?.moves ?? 0)) return undefined;
        return {
          ...begin(event, id),
          contactListId,
          bucket,
          ...(moves !== undefined && { moves }),
          ...namesOf(name),
          number,
          email,
          isOnNetwork: valid,
          checkedAt,
        };
      },
    },
  },
  deleteBy: { ContactListDeleted: { field: 'contactListId', value: ({ data }) => data.listId } },
});
