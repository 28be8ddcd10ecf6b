import { channels } from '../../contract/channels.ts';
import type { ContactEvent } from '../../domain/contact/events.ts';
import { isUnsaid } from '../../domain/contact/evolve.ts';
import { namesOf } from '../../domain/text/sort-name.ts';
import { begin, projection } from '../definition.ts';
import type { ContactDocument } from './document.ts';

const id = (event: { data: { contactId: string } }) => event.data.contactId;

const actions: Readonly<Record<string, 'create' | 'delete'>> = {
  ContactDeleted: 'delete',
  ContactErased: 'delete',
  ContactMerged: 'delete',
  ContactUnmerged: 'create',
};

/** Returns the contact as the one whose tickets these were, in no list; all that names the person is gone. */
const eraseContact = (doc: ContactDocument, at: string): ContactDocument => ({
  ...doc,
  name: '',
  sortName: '',
  number: '',
  email: '',
  extraInfo: [],
  aliases: [],
  pictureId: null,
  deletedAt: at,
  updatedAt: at,
  erasedAt: at,
});

/** Contacts as lists and tickets show them. Who was merged or erased is gone here, and found in a collection beside it. */
export const contacts = projection<ContactDocument, ContactEvent>('contacts', {
  indexes: [['number'], ['aliases'], ['deletedAt', 'sortName'], ['email'], ['-createdAt'], ['-updatedAt']],
  arrays: ['aliases'],
  search: {
    fields: ['name', 'email'],
    numbers: ['number', 'aliases'],
    parts: true,
    by: ['deletedAt', 'sortName'],
  },
  notices: [
    {
      channel: channels.contact,
      action: ({ type }, creates) => actions[type] ?? (creates ? 'create' : 'update'),
    },
  ],
  on: {
    ContactCreated: {
      id,
      creates: true,
      apply: (_doc, event) => {
        const createdContact = {
          ...begin(event, event.data.contactId),
          ...namesOf(event.data.name),
          number: event.data.number,
          email: event.data.email,
          extraInfo: event.data.extraInfo,
          aliases: [],
          pictureId: null,
          isGroup: event.data.isGroup,
          deletedAt: null,
          createdAt: event.metadata.at,
          updatedAt: event.metadata.at,
        };
        return event.erased ? eraseContact(createdContact, event.metadata.at) : createdContact;
      },
    },
    ContactUpdated: {
      id,
      apply: (doc, event) =>
        doc && isUnsaid(event)
          ? doc
          : doc && {
              ...doc,
              ...namesOf(event.data.name),
              number: event.data.number,
              email: event.data.email,
              extraInfo: event.data.extraInfo,
              ...(event.data.aliases && { aliases: event.data.aliases }),
              updatedAt: event.metadata.at,
            },
    },
    ContactAliasAdded: {
      id,
      apply: (doc, event) =>
        doc && !isUnsaid(event) && !doc.aliases.includes(event.data.alias)
          ? { ...doc, aliases: [...doc.aliases, event.data.alias] }
          : undefined,
    },
    ContactPictureChanged: {
      id,
      apply: (doc, event) => doc && { ...doc, pictureId: event.data.mediaId, updatedAt: event.metadata.at },
    },
    // Out of every list; who it was is asked of the one it goes on in.
    ContactMerged: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          mergedInto: event.data.into,
          deletedAt: event.metadata.at,
          updatedAt: event.metadata.at,
        },
    },
    ContactAbsorbed: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          mergedIds: [...new Set([...(doc.mergedIds ?? []), ...event.data.contactIds])],
          updatedAt: event.metadata.at,
        },
    },
    ContactReleased: {
      id,
      apply: (doc, { data, metadata }) => {
        if (!doc) return undefined;
        const { mergedIds = [], ...rest } = doc;
        const left = mergedIds.filter((one) => !data.contactIds.includes(one));
        return {
          ...rest,
          ...(left.length > 0 && { mergedIds: left }),
          updatedAt: metadata.at,
        };
      },
    },
    // In every list again, as what it was.
    ContactUnmerged: {
      id,
      apply: (doc, { data, metadata }) => {
        if (!doc) return undefined;
        const { mergedInto: _, ...rest } = doc;
        const { number, aliases } = data;
        // Of one who was erased meanwhile nothing comes back.
        if (doc.erasedAt !== undefined) return rest;
        return { ...rest, number, aliases, deletedAt: null, updatedAt: metadata.at };
      },
    },
    ContactLeftCampaigns: {
      id,
      apply: (doc, { data: { messageId = null }, metadata: { at } }) =>
        doc && { ...doc, leftCampaigns: { at, messageId }, updatedAt: at },
    },
    ContactJoinedCampaigns: {
      id,
      apply: (doc, { metadata: { at } }) => {
        if (!doc) return undefined;
        const { leftCampaigns: _, ...rest } = doc;
        return { ...rest, updatedAt: at };
      },
    },
    // Out of every list, but still the one whose tickets these were.
    ContactDeleted: { id, apply: (doc, event) => doc && { ...doc, deletedAt: event.metadata.at } },
    ContactErased: { id, apply: (doc, event) => doc && eraseContact(doc, event.metadata.at) },
  },
});
