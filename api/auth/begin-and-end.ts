import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { rememberLanguage } from '../../messaging/mail/language.ts';
import { languageOf } from '../../messaging/mail/letters.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { ofRequest } from '../http/carried-out.ts';
import { asksConfirmation } from '../http/console-url.ts';
import type { Api } from '../services.ts';
import { accountOf, grant } from './credentials.ts';
import type { Claims } from './tokens.ts';

type Needs = Pick<
  Api,
  'app' | 'names' | 'sessions' | 'hub' | 'security' | 'now' | 'desk' | 'readStore' | 'config' | 'state'
>;

export type BeginAndEnd = ReturnType<typeof beginAndEnd>;

export function whose(user: Pick<UserDocument, 'id' | 'companyId'>) {
  return { userId: user.id, companyId: user.companyId };
}

/** Begins and ends sessions: in the store, for their sockets and in the user's events. */
export function beginAndEnd(api: Needs) {
  const { desk, security, sessions } = api;

  /** A new session: it ends the one before, in every process. */
  async function signIn(request: FastifyRequest, reply: FastifyReply, user: UserDocument) {
    await accountOf(api, user);
    if (user.unconfirmed && asksConfirmation(api.config)) throw new DomainError('ERR_EMAIL_NOT_CONFIRMED');
    const { ended, ...session } = await sessions.start(user);
    if (ended) {
      api.hub.endSession(user.companyId, user.id, ended, 'elsewhere');
      security.note('session_ended', request, { ...whose(user), sid: ended, reason: 'elsewhere' });
    }
    await rememberLanguage(api.state, user.id, languageOf(request.headers['accept-language']));
    // After the session stands: the notice of this event is what ends the old one's sockets elsewhere.
    await desk.users.loggedIn(
      {
        companyId: user.companyId,
        actor: { kind: 'user', id: user.id, name: user.name },
        ...ofRequest(request),
      },
      { userId: user.id, sessionId: session.sid },
    );
    return grant(api, reply, user, session);
  }

  /** Its sockets and tokens are worth nothing from here on, in every process. */
  async function end(request: FastifyRequest, { sub, cid, sid }: Claims, reason: 'ended' | 'reused') {
    if (!(await sessions.end(sub, sid))) return;
    security.note('session_ended', request, { userId: sub, companyId: cid, sid, reason });
    api.hub.endSession(cid, sub, sid, 'ended');
    await desk.users.loggedOut(
      { companyId: cid, actor: { kind: 'user', id: sub }, ...ofRequest(request) },
      { userId: sub, sessionId: sid },
    );
  }

  return { signIn, end };
}
