import { noGrant } from '../../domain/access/grant.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { grantFor } from '../auth/grants.ts';
import type { SessionEnd } from '../auth/sessions.ts';
import { type SessionServices, standing } from '../auth/standing.ts';
import { type Session, sessionOf } from '../auth/subject.ts';
import type { ApiDeps } from '../deps.ts';
import { isWorking } from '../http/company-time.ts';
import type { createLines, SignedLine } from './lines.ts';
import { checkRooms } from './rooms.ts';
import type { Entry } from './roster.ts';
import type { Subscriber } from './subscriber.ts';

export const rightsOf = ({ profile, super: all, queueIds, allTicket, grant }: Omit<Session, 'scope'>) =>
  JSON.stringify([profile, all, [...queueIds].sort(), allTicket, grant?.key]);

/** Returns what keeps sockets to what their users may see now: rights change, users go, sessions end elsewhere, companies are stopped. */
export function createSessionWatch(
  deps: SessionServices &
    Pick<ApiDeps, 'readStore' | 'log'> & {
      readonly lines: ReturnType<typeof createLines>;
      entriesOf(companyId: string): Iterable<Entry>;
      end(lines: readonly SignedLine[], why: SessionEnd): void;
    },
) {
  const { readStore, log, entriesOf, lines } = deps;

  async function reenter(subscriber: Subscriber): Promise<void> {
    try {
      await checkRooms(readStore.forCompany(subscriber.companyId), subscriber);
    } catch (err) {
      log.error({ err }, 'rooms could not be checked: they stay closed');
    }
    subscriber.resync();
    subscriber.flush();
  }

  /** Ends the sockets of this user whose session is no longer the current one, whether or not they follow anything. */
  async function check(companyId: string, userId: string): Promise<void> {
    const bySession = Map.groupBy(lines.ofUser(companyId, userId), ({ owner }) => owner.sid);
    for (const [sid, own] of bySession)
      try {
        const { user, end } = await standing(deps, { userId, companyId, sid });
        if (!user || end) deps.end(own, end ?? 'ended');
      } catch (err) {
        log.warn({ err }, 'a session could not be checked');
      }
  }

  /** From here on they see what they may see now. */
  function confine(subscriber: Subscriber, next: Session): void {
    if (rightsOf(next) === rightsOf(subscriber.session)) return;
    subscriber.rights(next);
    for (const ticketId of subscriber.rooms.keys()) subscriber.mayEnter(ticketId, false);
    void reenter(subscriber);
  }

  /** Reads who has which role, where it was not in memory. */
  async function checkGrants(companyId: string): Promise<void> {
    try {
      const names = await deps.names.company(companyId);
      for (const { subscriber } of entriesOf(companyId)) {
        const user = names.get('users', subscriber.session.userId);
        if (user) confine(subscriber, sessionOf(user, subscriber.session.sid, grantFor(names, user)));
      }
    } catch (err) {
      log.error({ err, companyId }, 'roles could not be read: who has one sees nothing');
    }
  }

  return {
    check,
    async checkAll(): Promise<void> {
      for (const { companyId, userId } of [...lines.users()]) await check(companyId, userId);
    },
    /** A company has changed: who may no longer work there is told at once, and nobody of what its plan has no more. */
    companyChanged({ companyId, document }: Notice): void {
      const company = document as CompanyDocument | undefined;
      for (const { subscriber } of entriesOf(companyId)) if (subscriber.plan(company)) subscriber.flush();
      if (isWorking(company, deps.now())) return;
      for (const userId of lines.usersOf(companyId)) void check(companyId, userId);
    },
    /** A user has changed: what they see is loaded anew, with the new rights. */
    userChanged(notice: Notice): void {
      const { companyId, id: userId } = notice;
      if (notice.action === 'delete' || notice.document === undefined) {
        deps.end(lines.ofUser(companyId, userId), 'deleted');
        return;
      }
      const user = notice.document as UserDocument;
      const grant = grantFor(deps.names.atHand(companyId), user);
      for (const { subscriber } of entriesOf(companyId))
        if (subscriber.session.userId === userId)
          confine(subscriber, sessionOf(user, subscriber.session.sid, grant));
      if (grant === noGrant) void checkGrants(companyId);
    },
    /** A role has changed: so have the rights of everybody who has it. */
    roleChanged({ companyId }: Notice): void {
      const names = deps.names.atHand(companyId);
      let isKnown = true;
      for (const { subscriber } of entriesOf(companyId)) {
        const { session } = subscriber;
        const user = names?.get('users', session.userId);
        if (user) confine(subscriber, sessionOf(user, session.sid, grantFor(names, user)));
        else if (session.grant) {
          // Whose role it is is not at hand: nothing until it is.
          const scope = { userId: session.userId, queueIds: [], noQueue: false };
          confine(subscriber, { ...session, grant: noGrant, scope });
          isKnown = false;
        }
      }
      if (!isKnown) void checkGrants(companyId);
    },
  };
}
