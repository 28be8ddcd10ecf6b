import type { MessageView } from '../../contract/message.ts';
import { messageKind } from '../../domain/ticket/kind.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { shownAddress } from '../contacts/addresses.ts';
import { messageMediaUrl } from '../media/url.ts';
import type { CompanyNames } from '../names/names.ts';
import { userRefOf } from '../names/refs.ts';

/** What a message view needs beside its document. */
export interface MessageSurroundings {
  readonly names: CompanyNames;
  readonly contacts: ReadonlyMap<string, ContactDocument>;
  readonly quotedMessages: ReadonlyMap<string, MessageDocument>;
  /** Where a ticket's unread messages begin; null or absent: all are seen. */
  readonly unreadFrom: ReadonlyMap<string, number | null>;
  /** Rule `messages:seeDeleted`: without it a deleted message keeps its place and loses its content. */
  readonly seeDeleted: boolean;
}

const authorOf = (message: MessageDocument, { names, contacts }: MessageSurroundings): string | null =>
  message.fromMe
    ? (userRefOf(names, message.userId)?.name ?? null)
    : (message.participant?.name ?? contacts.get(message.contactId)?.name ?? null);

const isHidden = (message: MessageDocument, around: MessageSurroundings) =>
  message.isDeleted && !around.seeDeleted;

function quotedOf(message: MessageDocument, around: MessageSurroundings): MessageView['quotedMsg'] {
  const quotedMessage = message.quotedId === null ? undefined : around.quotedMessages.get(message.quotedId);
  // A ticket's thread quotes its own messages only: another ticket's may be out of the reader's sight.
  if (!quotedMessage || quotedMessage.ticketId !== message.ticketId) return null;
  const empty = isHidden(quotedMessage, around);
  return {
    id: quotedMessage.id,
    body: empty ? '' : quotedMessage.body,
    fromMe: quotedMessage.fromMe,
    mediaType: quotedMessage.mediaType,
    mediaUrl: empty ? null : messageMediaUrl(quotedMessage),
    isDeleted: quotedMessage.isDeleted,
    author: authorOf(quotedMessage, around),
    kind: messageKind(quotedMessage.mediaType, quotedMessage.extra),
  };
}

/** Whether somebody here has seen what a contact wrote. */
const isSeen = ({ ticketId, order }: MessageDocument, from: MessageSurroundings['unreadFrom']): boolean => {
  const first = from.get(ticketId) ?? null;
  return first === null || order < first;
};

const shownMember = (member: MessageDocument['participant']) =>
  member && { ...member, number: shownAddress(member.number) };

const reactionsOf = ({ reactions = [] }: MessageDocument, { names }: MessageSurroundings) =>
  reactions
    .filter(({ emoji }) => emoji !== '')
    .map(({ emoji, fromMe, participant, userId, at, asked }) => ({
      emoji,
      fromMe,
      at,
      participant: shownMember(participant),
      user: userRefOf(names, userId),
      pending: asked !== undefined,
    }));

export function messageViewOf(message: MessageDocument, around: MessageSurroundings): MessageView {
  const empty = isHidden(message, around);
  const contact = around.contacts.get(message.contactId);
  const view: MessageView = {
    id: message.id,
    ticketId: message.ticketId,
    body: empty ? '' : message.body,
    fromMe: message.fromMe,
    read: message.fromMe ? message.ack >= 4 : isSeen(message, around.unreadFrom),
    ack: message.ack,
    mediaType: message.mediaType,
    mediaUrl: empty ? null : messageMediaUrl(message),
    media: empty ? null : message.media,
    mediaError: message.mediaError,
    file: empty ? null : message.file,
    extra: empty ? null : message.extra,
    reactions: empty || !message.reactions ? [] : reactionsOf(message, around),
    votes:
      empty || !message.votes ? [] : message.votes.map((vote) => ({ ...vote, choices: [...vote.choices] })),
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    editedBy: userRefOf(around.names, message.editedBy),
    deletedBy: userRefOf(around.names, message.deletedBy),
    quotedMsg: quotedOf(message, around),
    contactId: message.contactId,
    contact: contact ? { id: contact.id, name: contact.name } : null,
    participant: shownMember(message.participant),
    userId: message.userId,
    user: userRefOf(around.names, message.userId),
    automatic: message.automatic,
    failure: message.failure,
    changeFailure: message.changeFailure ?? null,
    createdAt: message.createdAt,
    updatedAt: message.updatedAt,
    position: message.position,
  };
  if (message.isErased) view.isErased = true;
  if (message.held) view.held = message.held;
  return view;
}
