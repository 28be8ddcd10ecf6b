import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { loginChallenge } from '../../contract/sign-in.ts';
import { grantOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import { rememberLanguage } from '../../messaging/mail/language.ts';
import { languageOf } from '../../messaging/mail/letters.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { ofRequest } from '../http/carried-out.ts';
import { asksConfirmation } from '../http/console-url.ts';
import type { Api } from '../services.ts';
import { type Challenge, createChallenge } from './challenges.ts';
import { accountOf, grant } from './credentials.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { withGrant } from './grants.ts';
import { tellOfLogin } from './login-notice.ts';
import type { Claims } from './tokens.ts';
import { isTotpRequired } from './totp-rule.ts';
import { isTrusted, trustDevice } from './trusted-devices.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'names'
  | 'sessions'
  | 'hub'
  | 'security'
  | 'now'
  | 'desk'
  | 'readStore'
  | 'config'
  | 'state'
  | 'vault'
>;

export type BeginAndEnd = ReturnType<typeof beginAndEnd>;

/** Signed in, or not yet. */
export const loginAnswer = z.union([grantOnWire, loginChallenge]);

const longestAgent = 300;

/** How somebody said who they are, and the second step that is behind them already. */
export interface Arrival {
  readonly by: Challenge['by'];
  readonly secondStep?: 'code' | 'recoveryCode' | 'device' | 'provider' | undefined;
  /** Asks this browser for no second step for a while. */
  readonly trust?: boolean | undefined;
}

export function whose(user: Pick<UserDocument, 'id' | 'companyId'>) {
  return { userId: user.id, companyId: user.companyId };
}

export const contextOfUser = (request: FastifyRequest, user: UserDocument) => ({
  companyId: user.companyId,
  actor: { kind: 'user', id: user.id, name: user.name } as const,
  ...ofRequest(request),
});

/** Returns what begins and ends sessions: in the store, for their sockets and in the user's events. */
export function beginAndEnd(api: Needs) {
  const { desk, security, sessions, state } = api;

  /** A new session: it ends the one before, in every process. */
  async function begin(request: FastifyRequest, reply: FastifyReply, user: UserDocument, arrival: Arrival) {
    const { by, secondStep } = arrival;
    const { ended, ...session } = await sessions.start(user, {
      address: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, longestAgent),
      secondStep: secondStep ?? null,
    });
    if (ended) {
      api.hub.endSession(user.companyId, user.id, ended, 'elsewhere');
      security.note('session_ended', request, { ...whose(user), sid: ended, reason: 'elsewhere' });
    }
    await rememberLanguage(state, user.id, languageOf(request.headers['accept-language']));
    // After the session stands: the notice of this event is what ends the old one's sockets elsewhere.
    await desk.users.loggedIn(contextOfUser(request, user), {
      userId: user.id,
      sessionId: session.sid,
      by,
      ...(secondStep && { secondStep }),
    });
    const body = await grant(api, reply, user, session);
    if (by !== 'link') await welcome(request, reply, user, arrival);
    return body;
  }

  /** The browser is known from here on, and who owns the account hears of one that was not. */
  async function welcome(request: FastifyRequest, reply: FastifyReply, user: UserDocument, arrival: Arrival) {
    const device = await knownDevice(api, request, [user.id]);
    security.note('login_succeeded', request, {
      ...whose(user),
      email: user.email,
      knownDevice: device !== undefined,
      ...(arrival.secondStep && { secondStep: arrival.secondStep }),
    });
    const deviceId = await rememberDevice(api, request, reply, user.id);
    const totp = arrival.trust ? await desk.users.totpOf(user.companyId, user.id) : null;
    if (totp) await trustDevice(state, user.id, deviceId, totp.credentialId);
    await tellOfLogin(api, request, user, device !== undefined).catch((err: unknown) =>
      request.log.warn({ err }, 'nobody was told of a new login'),
    );
  }

  async function isTrustedHere(request: FastifyRequest, userId: string, credentialId: string) {
    const device = await knownDevice(api, request, [userId]);
    return device !== undefined && isTrusted(state, userId, device, credentialId);
  }

  /**
   * A new session, or what is still to be shown for one. What is in force is asked of the user's own events: a read
   * model that is behind must not let anybody in by a password alone.
   */
  async function signIn(request: FastifyRequest, reply: FastifyReply, user: UserDocument, arrival: Arrival) {
    if (user.unconfirmed && asksConfirmation(api.config)) throw new DomainError('ERR_EMAIL_NOT_CONFIRMED');
    const challenge = async (step: 'code' | 'enrol') => {
      const { passwordSetBy = null, name } = user;
      const next = await createChallenge(state, { ...whose(user), passwordSetBy, step, by: arrival.by });
      return { step, name, ...next };
    };
    const totp = arrival.secondStep ? null : await desk.users.totpOf(user.companyId, user.id);
    const isKnownHere = totp !== null && (await isTrustedHere(request, user.id, totp.credentialId));
    // Before it is said whether the company may come in: the refusal has a token to pay by, for who has shown all.
    if (totp && !isKnownHere) return challenge('code');
    const { company } = await accountOf(api, user, user);
    const secondStep = arrival.secondStep ?? (isKnownHere ? 'device' : undefined);
    const names = await api.names.company(user.companyId);
    if (!secondStep && isTotpRequired(withGrant(names, user), company)) return challenge('enrol');
    return begin(request, reply, user, { ...arrival, ...(secondStep && { secondStep }) });
  }

  /** Its sockets and tokens are worth nothing from here on, in every process. */
  async function end(
    request: FastifyRequest,
    { sub, cid, sid }: Pick<Claims, 'sub' | 'cid' | 'sid'>,
    reason: 'ended' | 'reused' | 'by_admin',
    actor: { readonly id: string; readonly name?: string } = { id: sub },
  ) {
    const why = reason === 'by_admin' ? 'byAdmin' : 'ended';
    if (!(await sessions.end(sub, sid, why))) return;
    security.note('session_ended', request, {
      userId: sub,
      companyId: cid,
      sid,
      reason,
      ...(actor.id !== sub && { by: actor.id }),
    });
    api.hub.endSession(cid, sub, sid, why);
    return desk.users.loggedOut(
      { companyId: cid, actor: { kind: 'user', ...actor }, ...ofRequest(request) },
      { userId: sub, sessionId: sid },
    );
  }

  return { signIn, end };
}
