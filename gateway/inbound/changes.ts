import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Side } from '../../domain/ticket/commands.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { DriverChange, Marking } from '../driver/driver.ts';
import { isAuthor, isOfChat } from './authorship.ts';
import type { Insist } from './insist.ts';
import { unlessGone } from './unless-gone.ts';

export interface ChangesDeps {
  readonly companyId: string;
  readonly connectionId: string;
  readonly desk: Pick<Desk, 'tickets'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly projectorReached: (position: number, signal: AbortSignal) => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Messages that may bear one id: senders choose it. */
const mostOfOneId = 20;

/**
 * Resolves with undefined where the message was deleted meanwhile, or its ticket was, or it is no poll: there is
 * nothing to react to or to vote in.
 */
const unlessUnknown = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error: unknown) => {
    if (isDomainError(error, 'ERR_NO_MESSAGE_FOUND') || isDomainError(error, 'ERR_NO_TICKET_FOUND'))
      return undefined;
    throw error;
  });

/** Returns what people do to messages that are there: edits, deletions, reactions and votes, each by whoever may. */
export function createChanges(deps: ChangesDeps, insist: Insist) {
  const { companyId, connectionId, desk, log, signal } = deps;
  /** The company's own phone: whoever held it. */
  const phone: Context = { companyId, actor: { kind: 'system', id: 'phone' } };
  const reader = deps.readStore.forCompany(companyId);

  /** The message that a change names, if whoever makes the change `may`. */
  async function find(change: DriverChange, may: typeof isAuthor): Promise<MessageDocument | undefined> {
    const { externalId } = change;
    await deps.projectorReached(await insist(() => deps.eventStore.head()), signal);
    const foundMessages = await insist(() =>
      reader.find<MessageDocument>('messages', {
        where: { connectionId, externalId },
        limit: mostOfOneId,
      }),
    );
    for (const message of foundMessages) {
      const contact = await insist(() => presentContact(reader, message.contactId));
      if (contact && may(change, message, contact)) return { ...message, contactId: contact.id };
    }
    if (foundMessages.length > 0)
      log.warn(
        { connectionId, ...change, body: undefined, emoji: undefined },
        'change of a message by who may not make it dropped',
      );
    // Written before the number was paired, or another of its devices: there is nothing here to change.
    else log.info({ connectionId, externalId }, 'change of an unknown message ignored');
    return undefined;
  }

  async function change(
    made: DriverChange,
    command: (context: Context, message: { ticketId: string; messageId: string }) => Promise<unknown>,
  ): Promise<void> {
    const message = await find(made, isAuthor);
    if (!message) return;
    const { ticketId, id: messageId, contactId, participant } = message;
    const context: Context = made.fromMe
      ? phone
      : {
          companyId,
          actor: { kind: 'contact', id: contactId, ...(participant && { name: participant.name }) },
        };
    // Of a contact who was erased nothing is changed, and nothing set aside either: it would keep what was to go.
    await insist(() => unlessGone(() => command(context, { ticketId, messageId })));
  }

  /** A reaction to a message, or a vote in a poll: by whoever is of the conversation. */
  async function mark(
    madeMarking: Marking,
    command: (
      context: Context,
      target: { ticketId: string; messageId: string; sentAt: string } & Side,
    ) => Promise<unknown>,
  ): Promise<void> {
    const message = await find(madeMarking, isOfChat);
    if (!message || message.isDeleted || message.isErased) return;
    const { fromMe, authorName, sentAt, author } = madeMarking;
    const { ticketId, id: messageId, contactId } = message;
    const number = author?.[0];
    const participant = fromMe || number === undefined ? undefined : { name: authorName || number, number };
    const context: Context = fromMe
      ? phone
      : {
          companyId,
          actor: { kind: 'contact', id: contactId, ...(participant && { name: participant.name }) },
        };
    const target = { ticketId, messageId, sentAt, fromMe, ...(participant && { participant }) };
    await insist(() => unlessGone(() => unlessUnknown(() => command(context, target))));
  }

  return {
    edit: (made: DriverChange & { body: string }) =>
      change(made, (context, message) =>
        desk.tickets.edit(context, { ...message, body: made.body, byContact: true }),
      ),
    delete: (made: DriverChange) =>
      change(made, (context, message) =>
        desk.tickets.deleteMessage(context, { ...message, byContact: true }),
      ),
    react: (made: Marking, emoji: string) =>
      mark(made, (context, target) => desk.tickets.react(context, { ...target, emoji, byContact: true })),
    vote: (made: Marking, choices: readonly number[]) =>
      mark(made, (context, target) => desk.tickets.vote(context, { ...target, choices })),
  };
}
