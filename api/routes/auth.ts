import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { sessionUserView } from '../../domain/views/index.ts';
import type { CompanyDocument, UserDocument } from '../../projections/documents.ts';
import { createAttempts } from '../auth/attempts.ts';
import { accountOf, forget, grant, refreshCookie, refuseExpired } from '../auth/credentials.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { consumeSignInLink } from '../auth/sign-in-links.ts';
import { verifyToken } from '../auth/tokens.ts';
import { perMinute } from '../http/rate-limit.ts';
import type { Api } from '../services.ts';

const granted = z.object({ token: z.string(), expiresIn: z.number(), user: sessionUserView });

/** Login, refresh, logout, who am I. */
export function authRoutes(api: Api): void {
  const { app, desk, readStore, sessions } = api;
  const attempts = createAttempts(api.state);
  const limitAddress = perMinute(app, 120, (request) => request.ip);

  /** A new session: it ends the one before, in every process. */
  async function signIn(request: FastifyRequest, reply: FastifyReply, user: UserDocument) {
    await accountOf(api, user);
    const { sid, ended } = await sessions.start(user);
    if (ended) api.hub.endSession(user.companyId, user.id, ended, 'elsewhere');
    // After the session stands: the notice of this event is what ends the old one's sockets elsewhere.
    await desk.users.loggedIn(
      {
        companyId: user.companyId,
        actor: { kind: 'user', id: user.id, name: user.name },
        correlationId: request.id,
      },
      { userId: user.id, sessionId: sid },
    );
    return grant(api, reply, user, sid);
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
      const key = `${request.ip} ${email}`;
      await attempts.begin(key);
      const found = await readStore
        .allCompanies()
        .find<UserDocument>('users', { where: { email }, limit: 5 });
      let user: UserDocument | undefined;
      for (const candidate of found.length > 0 ? found : [undefined])
        if (await verifyPassword(request.body.password, candidate?.passwordHash)) user ??= candidate;
      if (!user) throw new DomainError('ERR_INVALID_CREDENTIALS');
      await attempts.succeeded(key);
      return signIn(request, reply, user);
    },
  );

  app.post(
    '/api/auth/link',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Log in once by a one-time link.',
        body: z.object({ token: z.string().min(20).max(200) }),
        response: { 200: granted },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      const userId = await consumeSignInLink(api.state, request.body.token);
      const user = userId && (await readStore.allCompanies().get<UserDocument>('users', userId));
      if (!user) throw new DomainError('ERR_INVALID_CREDENTIALS');
      return signIn(request, reply, user);
    },
  );

  app.post(
    '/api/auth/refresh_token',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'A new access token by the refresh cookie. Two tabs may refresh at once.',
        response: { 200: granted },
      },
    },
    async (request, reply) => {
      const { sub, cid, sid } = verifyToken(app, 'refresh', request.cookies[refreshCookie]);
      const user = await readStore.forCompany(cid).get<UserDocument>('users', sub);
      // The session's id stays the same: of two tabs that refresh at once neither takes the other's away.
      const end = await sessions.endOf(sub, sid, user?.passwordSetBy);
      if (!user || end || !(await sessions.prolong(sub, sid)))
        throw new DomainError('ERR_NO_SESSION', undefined, {
          ...(user && end && end !== 'ended' && { details: { reason: end } }),
        });
      const company = await readStore.forCompany(cid).get<CompanyDocument>('companies', cid);
      refuseExpired(company, api.now());
      return grant(api, reply, user, sid);
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
        () => verifyToken(app, 'refresh', request.cookies[refreshCookie]),
        () => verifyToken(app, 'access', request.headers.authorization?.replace(/^Bearer /i, '')),
      ].flatMap((claims) => {
        try {
          return [claims()];
        } catch {
          // Not signed in by this: there is nothing to end.
          return [];
        }
      })[0];
      if (held && (await sessions.end(held.sub, held.sid))) {
        api.hub.endSession(held.cid, held.sub, held.sid, 'ended');
        await desk.users.loggedOut(
          { companyId: held.cid, actor: { kind: 'user', id: held.sub }, correlationId: request.id },
          { userId: held.sub, sessionId: held.sid },
        );
      }
      forget(api, reply);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/auth/me',
    { schema: { tags: ['auth'], summary: 'Who is signed in.', response: { 200: sessionUserView } } },
    async (request) => {
      const user = await request.read.get<UserDocument>('users', request.session.userId);
      if (!user) throw new DomainError('ERR_NO_SESSION');
      return (await accountOf(api, user)).view;
    },
  );
}
