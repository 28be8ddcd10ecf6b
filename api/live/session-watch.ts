import type { UserDocument } from '../../projections/documents.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { SessionEnd } from '../auth/sessions.ts';
import { standing } from '../http/guard.ts';
import type { Api } from '../services.ts';
import { type Session, sessionOf } from '../subject.ts';
import { checkRooms } from './rooms.ts';
import type { Subscriber } from './subscriber.ts';

/** One subscription and the line it came by. */
export interface Entry {
  readonly subscriber: Subscriber;
  close(code: number, reason: string): void;
}

const rightsOf = ({ profile, super: all, queueIds, allTicket }: Omit<Session, 'scope'>) =>
  JSON.stringify([profile, all, [...queueIds].sort(), allTicket]);

/** Keeps subscriptions to what their users may see now: rights change, users go, sessions end elsewhere. */
export function createSessionWatch(
  deps: Pick<Api, 'readStore' | 'sessions' | 'names' | 'log'> & {
    entriesOf(companyId: string): Iterable<Entry>;
    end(entry: Entry, reason: string): void;
    endSession(companyId: string, userId: string, sid: string, why: SessionEnd): void;
  },
) {
  const { readStore, log, entriesOf } = deps;

  async function reenter(subscriber: Subscriber): Promise<void> {
    try {
      await checkRooms(readStore.forCompany(subscriber.companyId), subscriber);
    } catch (err) {
      log.error({ err }, 'rooms could not be checked: they stay closed');
    }
    subscriber.resync();
    subscriber.flush();
  }

  return {
    /** A user has changed: what they see is loaded anew, with the new rights. */
    userChanged(notice: Notice): void {
      for (const entry of entriesOf(notice.companyId)) {
        const { subscriber } = entry;
        if (subscriber.session.userId !== notice.id) continue;
        if (notice.action === 'delete' || notice.document === undefined) {
          deps.end(entry, 'the user was deleted');
          continue;
        }
        const next = sessionOf(notice.document as UserDocument, subscriber.session.sid);
        if (rightsOf(next) === rightsOf(subscriber.session)) continue;
        subscriber.rights(next);
        for (const ticketId of subscriber.rooms.keys()) subscriber.mayEnter(ticketId, false);
        void reenter(subscriber);
      }
    },

    /** Ends the subscriptions of this user whose session is no longer the current one. */
    async check(companyId: string, userId: string): Promise<void> {
      const checked = new Map<string, Promise<SessionEnd | undefined>>();
      for (const { subscriber } of [...entriesOf(companyId)]) {
        const { session } = subscriber;
        if (session.userId !== userId) continue;
        const { sid } = session;
        const ended =
          checked.get(sid) ??
          standing(deps, { userId, companyId, sid }).then(({ user, end }) => (user ? end : 'ended'));
        checked.set(sid, ended);
        try {
          const why = await ended;
          if (why) deps.endSession(companyId, userId, sid, why);
        } catch (err) {
          log.warn({ err }, 'a session could not be checked');
        }
      }
    },
  };
}
