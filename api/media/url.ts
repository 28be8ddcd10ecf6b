import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';

// An address names the owner of a file, never the file alone: who may see the owner may see the file.

export const messageMediaUrl = (message: Pick<MessageDocument, 'id' | 'media'>): string | null =>
  message.media && `/api/media/messages/${message.id}/${message.media.id}`;

export const contactPictureUrl = (contact: Pick<ContactDocument, 'id' | 'pictureId'>): string | null =>
  contact.pictureId && `/api/media/contacts/${contact.id}/${contact.pictureId}`;

export const recordFileUrl = (plural: string, id: string, mediaId: string): string =>
  `/api/media/records/${plural}/${id}/${mediaId}`;

const messageUrl = /^\/api\/media\/messages\/([A-Za-z0-9.-]{1,100})\/([A-Za-z0-9.-]{1,100})$/;

/** Returns the message and file that one of our own addresses names; undefined for anything else (nothing foreign is fetched). */
export const parseMessageMediaUrl = (url: string): { messageId: string; mediaId: string } | undefined => {
  const [, messageId, mediaId] = messageUrl.exec(url) ?? [];
  return messageId && mediaId ? { messageId, mediaId } : undefined;
};
