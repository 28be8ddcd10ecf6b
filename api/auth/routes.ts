import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sessionUserOnWire } from '../../contract/wire-views.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { ofRequest } from '../http/carried-out.ts';
import { isWorking } from '../http/company-time.ts';
import { isNearby } from '../http/nearby.ts';
import { networkOf } from '../http/network.ts';
import { perMinute } from '../http/rate-limit.ts';
import type { Api } from '../services.ts';
import { createAttempts } from './attempts.ts';
import { cookieName } from './cookies.ts';
import { accountOf, forget, grant, refreshCookie, refuseExpired } from './credentials.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { verifyPassword } from './passwords.ts';
import { consumeSignInLink } from './sign-in-links.ts';
import { refuseEnded } from './standing.ts';
import { type Claims, verifyToken } from './tokens.ts';

type Needs = Pick<
  Api,
  'app' | 'names' | 'sessions' | 'hub' | 'security' | 'now' | 'desk' | 'readStore' | 'state' | 'config'
>;

const granted = z.object({ token: z.string(), expiresIn: z.number(), user: sessionUserOnWire });

/** Login, refresh, logout, who am I. */
export function authRoutes(api: Needs): void {
  const { app, config, desk, readStore, security, sessions } = api;
  const attempts = createAttempts(api.state);
  const limitAddress = perMinute(app, 120, (request) => networkOf(request.ip));
  const whose = (user: Pick<UserDocument, 'id' | 'companyId'>) => ({
    userId: user.id,
    companyId: user.companyId,
  });

  /** A new session: it ends the one before, in every process. */
  async function signIn(request: FastifyRequest, reply: FastifyReply, user: UserDocument) {
    await accountOf(api, user);
    const { ended, ...session } = await sessions.start(user);
    if (ended) {
      api.hub.endSession(user.companyId, user.id, ended, 'elsewhere');
      security.note('session_ended', request, { ...whose(user), sid: ended, reason: 'elsewhere' });
    }
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

  app.post(
    '/api/auth/login',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Log in. Ends any other session of this user.',
        body: z.object({ email: z.string().trim().min(3).max(200), password: z.string().min(1).max(200) }),
        response: { 200: granted },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      const email = request.body.email.toLowerCase();
      const found = await readStore
        .allCompanies()
        .find<UserDocument>('users', { where: { email }, limit: 5 });
      const device = knownDevice(
        api,
        request,
        found.map(({ id }) => id),
      );
      const attempt = { email, address: networkOf(request.ip), device };
      const told = { email, knownDevice: device !== undefined };
      await attempts.begin(attempt).catch((error: unknown) => {
        security.note('login_locked', request, told);
        throw error;
      });
      let user: UserDocument | undefined;
      for (const candidate of found.length > 0 ? found : [undefined])
        if (await verifyPassword(request.body.password, candidate?.passwordHash)) user ??= candidate;
      if (!user) {
        security.note('login_failed', request, { ...told, ...(found[0] && whose(found[0])) });
        throw new DomainError('ERR_INVALID_CREDENTIALS');
      }
      await attempts.succeeded(attempt);
      const answer = await signIn(request, reply, user).catch((error: unknown) => {
        if (isDomainError(error))
          security.note('login_failed', request, { ...told, ...whose(user), reason: error.code });
        throw error;
      });
      security.note('login_succeeded', request, { ...told, ...whose(user) });
      rememberDevice(api, request, reply, user.id);
      return answer;
    },
  );

  app.post(
    '/api/auth/link',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Log in once by a one-time link of the demo, on the machine it was printed on.',
        body: z.object({ token: z.string().min(20).max(200) }),
        response: { 200: granted },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      const link =
        config.trustProxy === false && isNearby(request)
          ? await consumeSignInLink(api.state, request.body.token)
          : undefined;
      const user = link && (await readStore.allCompanies().get<UserDocument>('users', link.userId));
      if (!user || user.passwordSetBy !== link.passwordSetBy) {
        security.note('link_refused', request, { ...(user && whose(user)) });
        throw new DomainError('ERR_INVALID_CREDENTIALS');
      }
      const answer = await signIn(request, reply, user);
      security.note('link_used', request, whose(user));
      return answer;
    },
  );

  app.post(
    '/api/auth/refresh_token',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary:
          'A new access token by the refresh cookie, which is good once. Two tabs may refresh at once; a cookie that ' +
          'was renewed more than a minute ago is a copy, and ends the session.',
        response: { 200: granted },
      },
    },
    async (request, reply) => {
      const claims = verifyToken(app, 'refresh', request.cookies[cookieName(config, refreshCookie)]);
      const { sub, cid, sid } = claims;
      const refused = (reason: string) =>
        security.note('refresh_refused', request, { userId: sub, companyId: cid, sid, reason });
      const company: CompanyDocument | undefined = await readStore.forCompany(cid).get('companies', cid);
      const user = await readStore.forCompany(cid).get<UserDocument>('users', sub);
      const why = user ? await sessions.endOf(sub, sid, user.passwordSetBy) : 'ended';
      if (!user || why) {
        refused(why ?? 'ended');
        refuseEnded(user, why);
      }
      if (!company || !isWorking(company, api.now())) {
        refused('company');
        if (company?.active) refuseExpired(company, api.now());
        refuseEnded(user, 'company');
      }
      const turn = await sessions.renew(sub, sid, claims.turn);
      if (turn === 'reused') {
        security.note('token_reused', request, { userId: sub, companyId: cid, sid });
        await end(request, claims, 'reused');
        forget(api, reply);
      }
      if (typeof turn === 'string') {
        refused(turn);
        refuseEnded(user, 'ended');
      }
      return grant(api, reply, user, { sid, ...turn });
    },
  );

  app.delete(
    '/api/auth/logout',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Log out. Also with an expired token, by the refresh cookie.',
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const held = [
        () => verifyToken(app, 'refresh', request.cookies[cookieName(config, refreshCookie)]),
        () => verifyToken(app, 'access', request.headers.authorization?.replace(/^Bearer /i, '')),
      ].flatMap((claims) => {
        try {
          return [claims()];
        } catch {
          // Not signed in by this: there is nothing to end.
          return [];
        }
      })[0];
      if (held) await end(request, held, 'ended');
      forget(api, reply);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/auth/me',
    { schema: { tags: ['auth'], summary: 'Who is signed in.', response: { 200: sessionUserOnWire } } },
    async (request) => {
      const user = await request.read.get<UserDocument>('users', request.session.userId);
      if (!user) throw new DomainError('ERR_NO_SESSION');
      return (await accountOf(api, user)).view;
    },
  );
}
