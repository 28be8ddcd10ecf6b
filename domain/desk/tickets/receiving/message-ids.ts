import { deriveId } from '../../../kernel/ids.ts';
import type { Incoming, Opening } from '../../../ticket/commands.ts';
import { findMessage } from '../../../ticket/messages.ts';
import type { TicketState } from '../../../ticket/state.ts';
import { isKnown } from '../../../ticket/state.ts';
import type { MergedBefore } from '../../contacts/merged-before.ts';

/** A message as the gateway hands it over; its quoted message is named by the messaging app's id. */
export interface InboundMessage
  extends Omit<Incoming, 'messageId' | 'formerIds' | 'quoted'>,
    Pick<Opening, 'connectionId' | 'queueId'>,
    Partial<Pick<Opening, 'isGroup'>> {
  readonly quotedExternalId?: string;
  /** A contact's ticket that closed at most this long ago is reopened, instead of opening another; absent: never. */
  readonly reopenWithinMs?: number;
  /** The contact was created with this very message: there is no ticket to look for. */
  readonly isNewContact?: boolean;
  /** Of the contact: the message may stand in a ticket that was theirs. */
  readonly merged?: MergedBefore;
}

/**
 * Returns the id of a message from the messaging app: the same in every process, so that a duplicate is recognised. It
 * contains the conversation: senders choose the app's ids, and two of them may choose one.
 */
const inboundMessageId = (connectionId: string, contactId: string, externalId: string): string =>
  deriveId('message', connectionId, contactId, externalId);

/** Returns the id of older logs, under which a message may be recorded. Never change either. */
const formerMessageId = (connectionId: string, externalId: string): string =>
  deriveId('message', connectionId, externalId);

/** Returns the ids of older logs, and of contacts that became part of this one. */
const formerIds = ({ connectionId, merged }: InboundMessage, externalId: string): readonly string[] => [
  formerMessageId(connectionId, externalId),
  ...(merged?.contactIds ?? []).map((former) => inboundMessageId(connectionId, former, externalId)),
];

/** Returns the message as a ticket's commands take it. */
export const incoming = (message: InboundMessage): Incoming => {
  const {
    connectionId,
    queueId: _,
    isGroup: __,
    reopenWithinMs: ___,
    quotedExternalId,
    isNewContact: ____,
    merged: _____,
    ...rest
  } = message;
  const { contactId, externalId } = message;
  return {
    ...rest,
    messageId: inboundMessageId(connectionId, contactId, externalId),
    formerIds: formerIds(message, externalId),
    ...(quotedExternalId !== undefined && {
      quoted: {
        externalId: quotedExternalId,
        inboundId: inboundMessageId(connectionId, contactId, quotedExternalId),
        formerIds: formerIds(message, quotedExternalId),
      },
    }),
  };
};

/** Returns the id under which a message that is there already was recorded. */
export const recordedId = (state: TicketState, { messageId, formerIds = [] }: Incoming): string =>
  (isKnown(state) && [messageId, ...formerIds].find((id) => findMessage(state.messages, id) !== undefined)) ||
  messageId;
