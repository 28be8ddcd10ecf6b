import { channels } from '../../contract/channels.ts';
import { createRounds } from '../../domain/kernel/rounds.ts';
import { doingOf } from '../../messaging/contact-doing.ts';
import { type PresenceNews, presenceNews, tellPresence, uploadsOf } from '../../messaging/uploads.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import type { ApiDeps } from '../deps.ts';
import type { Announcer } from './item.ts';

/** Somebody whose browser says nothing for this long is gone. */
const seatMs = 40_000;
const lookMs = 200;
/** Whoever said that they type in a chat types for so long. */
const typingMs = 6_000;
const mostSeats = 2_000;

interface Present {
  readonly id: string;
  readonly name: string;
  readonly typing: boolean;
}
const seats = (companyId: string, ticketId: string) => `presence/${companyId}/${ticketId}/`;
const seatOf = ({ companyId, userId }: Session) => `presence-of/${companyId}/${userId}`;

/** Somebody types in a chat between colleagues; `by` has told its own browsers. */
interface Typing {
  readonly companyId: string;
  readonly chatId: string;
  readonly members: readonly string[];
  readonly user: { readonly id: string; readonly name: string };
  readonly by: string;
}
const typings = 'chat-typing/';

function tellTyping(hub: Announcer, { companyId, chatId, members, user }: Typing): void {
  hub.tell({
    companyId,
    channel: channels.chat(companyId),
    action: 'typing',
    id: chatId,
    room: undefined,
    after: { members: members.filter((id) => id !== user.id) },
    document: { chatId, user },
  });
}

/** Returns what finds what other processes have written under a prefix since it was asked last. */
function createNews(state: ApiDeps['state'], instance: string) {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return async <T extends { readonly by: string }>(prefix: string): Promise<T[]> => {
    const found = await state.list<T>(prefix, { limit: mostSeats });
    const before = known.get(prefix);
    known.set(prefix, new Map(found.map(({ key, version }) => [key, version])));
    // By entry, not by the highest number: a lower one may be written later.
    return found
      .filter(({ key, version, value }) => before?.get(key) !== version && value.by !== instance)
      .map(({ value }) => value);
  };
}

export type Presence = ReturnType<typeof createPresence>;

/**
 * Returns what tells who looks at which ticket, who types there, and how far its files on their way out are. No event stands
 * behind it, so the feed does not carry it to the other api processes: a short-lived mark in the state store names the
 * ticket, and each process that has subscribers looks for marks of others and tells its own who sits there.
 * @param deps.instance unique per process
 */
export function createPresence(
  deps: Pick<ApiDeps, 'state' | 'readStore' | 'log'> & {
    readonly hub: Announcer;
    readonly instance: string;
  },
) {
  const { state, readStore, hub, log, instance } = deps;
  async function notifySubscribers(companyId: string, ticketId: string): Promise<void> {
    const ticket = await readStore.forCompany(companyId).get<TicketDocument>('tickets', ticketId);
    if (!ticket) return;
    const users = (await state.list<Present>(seats(companyId, ticketId))).map(({ value }) => value);
    const uploads = await uploadsOf(state, companyId, ticketId);
    const contact = await doingOf(state, companyId, ticketId);
    hub.tell({
      companyId,
      channel: channels.presence(companyId),
      action: 'update',
      id: ticketId,
      room: undefined,
      after: { queueId: ticket.queueId, userId: ticket.userId },
      document: { ticketId, users, uploads, ...(contact && { contact }) },
    });
  }

  const newsOf = createNews(state, instance);

  async function tell(companyId: string, ticketId: string): Promise<void> {
    await tellPresence(state, { companyId, ticketId, by: instance });
    await notifySubscribers(companyId, ticketId);
  }

  async function look(): Promise<void> {
    if (hub.subscribers() === 0) return;
    for (const { companyId, ticketId } of await newsOf<PresenceNews>(presenceNews))
      await notifySubscribers(companyId, ticketId);
    for (const typing of await newsOf<Typing>(typings)) tellTyping(hub, typing);
  }

  return {
    ...createRounds(look, {
      pauseMs: lookMs,
      failedPauseMs: 2_000,
      onFailure: (err) => log.warn({ err }, 'who is where in other processes is not known'),
    }),
    /** This person types in this chat; holds for six seconds. */
    async type(
      { companyId, userId, name }: Session,
      chat: { readonly id: string; readonly userIds: readonly string[] },
    ): Promise<void> {
      const user = { id: userId, name };
      const typing: Typing = { companyId, chatId: chat.id, members: chat.userIds, user, by: instance };
      const key = `${typings}${companyId}/${chat.id}/${userId}`;
      await state.set(key, typing, { ttlMs: typingMs, passing: true });
      tellTyping(hub, typing);
    },
    /** This person looks at this ticket (null: at none) and types there or not; stays so for 40 s. */
    async sit(session: Session, ticketId: string | null, typing: boolean): Promise<void> {
      const { companyId, userId, name } = session;
      const ownSeat = seatOf(session);
      const before = (await state.get<string>(ownSeat))?.value;
      if (before !== undefined && before !== ticketId) {
        await state.delete(`${seats(companyId, before)}${userId}`);
        await tell(companyId, before);
      }
      if (ticketId === null) {
        await state.delete(ownSeat);
        return;
      }
      const seat: Present = { id: userId, name, typing };
      await state.set(`${seats(companyId, ticketId)}${userId}`, seat, { ttlMs: seatMs, passing: true });
      await state.set(ownSeat, ticketId, { ttlMs: seatMs, passing: true });
      await tell(companyId, ticketId);
    },
  };
}
