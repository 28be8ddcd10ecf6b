import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { refuseEnded, type SessionServices, standing } from '../auth/standing.ts';
import { type Session, sessionOf } from '../auth/subject.ts';
import type { ApiDeps } from '../deps.ts';
import { createTurns } from '../http/turns.ts';
import type { SignedLine } from './lines.ts';
import type { Online } from './online.ts';
import { missedSince } from './replay.ts';
import { createReplayBudget } from './replay-budget.ts';
import { checkRooms, enterRooms } from './rooms.ts';
import type { Roster } from './roster.ts';
import { rightsOf } from './session-watch.ts';
import { createSubscriber, type Subscriber } from './subscriber.ts';

export const mostPerUser = 60;
/** Of one company are told what they missed at a time: all tabs of an office come back at once. */
const replaysAtOnce = 4;

interface Deps extends SessionServices, Pick<ApiDeps, 'readStore'> {
  readonly roster: Roster;
  readonly online: Pick<Online, 'here' | 'gone'>;
  /** Which read models live now. */
  generation(): string;
}

interface Subscription {
  readonly line: SignedLine;
  /** With the rights of this moment. */
  readonly session: Session;
  readonly channels: ReadonlySet<string>;
  readonly rooms: readonly string[];
  /** Cursor of an earlier subscription: what was missed comes first, or `resync`. */
  readonly after: string | undefined;
  /** Whether it understands brief changes. */
  readonly isBrief: boolean;
}

/** Returns how a subscription begins. It throws ERR_NO_PERMISSION for a room out of sight, ERR_NO_TICKET_FOUND, ERR_NO_SESSION, ERR_TOO_MANY_REQUESTS. */
export function createSubscribing(deps: Deps & Parameters<typeof missedSince>[0]) {
  const { roster, online, readStore } = deps;
  const turns = createTurns({ atOnce: replaysAtOnce, waiting: Number.POSITIVE_INFINITY });
  const mayTell = createReplayBudget();
  return async ({
    line,
    session,
    channels,
    rooms: wanted,
    after,
    isBrief,
  }: Subscription): Promise<{ frames: ReturnType<Subscriber['frames']>; stop(): void }> => {
    const { companyId } = session;
    const reader = readStore.forCompany(companyId);
    const rooms = await enterRooms(reader, session, wanted);
    const generation = deps.generation();
    const company = (await deps.names.company(companyId)).get('companies', companyId);
    const subscriber = createSubscriber({ session, company, generation, channels, rooms, isBrief, from: 0 });
    // Registered before anything is read: what happens from now on waits behind the replay.
    const leave = roster.enter(companyId, { subscriber, line });
    // Counted when it stands: of many asked for at once each would see room for itself.
    if (roster.ofUser(session) > mostPerUser) {
      leave();
      throw new DomainError('ERR_TOO_MANY_REQUESTS');
    }
    // Who pays is not at their desk.
    if (!session.billing) void online.here(session);
    const stop = () => {
      leave();
      if (roster.ofUser(session) === 0) void online.gone(session);
      subscriber.end();
    };
    try {
      const asked = { companyId, after, generation, mayTell: (changes: number) => mayTell(session, changes) };
      const replay = () => missedSince(deps, asked);
      // An embedded store answers at once: without a pause all of them would go before anybody else is answered.
      const missed =
        after === undefined ? await replay() : await turns(companyId, () => setImmediate().then(replay));
      // Rights were read, and rooms checked, before the subscription stood: a change in between was told to nobody.
      const { user, grant, end } = await standing(deps, session);
      if (!user || end) refuseEnded(end);
      const now = sessionOf(user, session.sid, grant);
      if (rightsOf(now) !== rightsOf(subscriber.session)) subscriber.rights(now);
      subscriber.plan((await deps.names.company(companyId)).get('companies', companyId));
      await checkRooms(reader, subscriber);
      subscriber.replayed(missed.batches, missed.from, missed.tooMuch);
    } catch (error) {
      stop();
      throw error;
    }
    return { frames: subscriber.frames(), stop };
  };
}
