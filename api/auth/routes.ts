/**
 * How people sign in and stay so: passwords, the second step, the provider's login, mailed links, sessions, and what
 * keeps others from guessing.
 */

import { z } from 'zod';
import { livePositionHeader } from '../../contract/changes.ts';
import { grantOnWire, sessionUserOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { isThere, isWorking } from '../http/company-time.ts';
import type { Api } from '../services.ts';
import { type BeginAndEnd, beginAndEnd, loginAnswer } from './begin-and-end.ts';
import { isBillingSid, originOf, spendBilling } from './billing-token.ts';
import { cookieName } from './cookies.ts';
import { accountOf, forget, grant, refreshCookie, refuseExpired } from './credentials.ts';
import { withGrant } from './grants.ts';
import { loginRoutes } from './login-routes.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { sessionsRoutes } from './sessions-routes.ts';
import { endOfGone, refuseEnded } from './standing.ts';
import { verifyToken } from './tokens.ts';
import { totpAccountRoutes } from './totp-account-routes.ts';
import { totpLoginRoutes } from './totp-login-routes.ts';
import { isTotpRequired } from './totp-rule.ts';

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
  | 'state'
  | 'config'
  | 'vault'
  | 'reached'
  | 'lastSeen'
  | 'online'
>;

/** Login, refresh, logout, who am I. */
export function authRoutes(api: Needs): void {
  const sessions = beginAndEnd(api);
  loginRoutes(api, sessions);
  totpLoginRoutes(api, sessions);
  totpAccountRoutes(api);
  sessionsRoutes(api, sessions);
  oidcRoutes(api, sessions);
  refreshRoute(api, sessions);
  wholeSessionRoute(api, sessions);
  logoutRoute(api, sessions);
  whoAmIRoute(api);
}

function refreshRoute(api: Needs, { end }: BeginAndEnd): void {
  const { app, config, readStore, security, sessions } = api;

  app.post(
    '/api/auth/refresh_token',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary:
          'A new access token by the refresh cookie, which is good once. Two tabs may refresh at once; a cookie that ' +
          'was renewed more than a minute ago is a copy, and ends the session.',
        response: { 200: grantOnWire },
      },
    },
    async (request, reply) => {
      const claims = verifyToken(app, 'refresh', request.cookies[cookieName(config, refreshCookie)]);
      const { sub, cid, sid } = claims;
      const noteRefusal = (reason: string) =>
        security.note('refresh_refused', request, { userId: sub, companyId: cid, sid, reason });
      const company: CompanyDocument | undefined = await readStore.forCompany(cid).get('companies', cid);
      const user = await readStore.forCompany(cid).get<UserDocument>('users', sub);
      const why = user ? await sessions.endOf(sub, sid, user.passwordSetBy) : endOfGone(company);
      if (!user || why) {
        noteRefusal(why ?? 'ended');
        refuseEnded(why);
      }
      // Asked for since the session began: whoever has none sets one up at the next login.
      const rights = withGrant(await api.names.company(cid), user);
      if (
        company &&
        isTotpRequired(rights, company) &&
        !user.totp &&
        !(await sessions.of(user))?.from?.secondStep
      ) {
        noteRefusal('second_step');
        await end(request, claims, 'ended');
        refuseEnded('ended');
      }
      const turn = await sessions.renew(sub, sid, claims.turn);
      if (turn === 'reused') {
        security.note('token_reused', request, { userId: sub, companyId: cid, sid });
        await end(request, claims, 'reused');
        forget(api, reply);
      }
      if (typeof turn === 'string') {
        noteRefusal(turn);
        refuseEnded('ended');
      }
      if (!company || !isWorking(company, api.now())) {
        noteRefusal('company');
        // Not before its turn: of two that hold one cookie the second is found out here as everywhere.
        if (isThere(company)) refuseExpired(api, company, rights, 'session');
        refuseEnded('company');
      }
      return grant(api, reply, user, { sid, ...turn });
    },
  );
}

function wholeSessionRoute(api: Needs, { signIn }: BeginAndEnd): void {
  api.app.post(
    '/api/auth/billing/session',
    {
      config: { billing: true, secretAnswer: true },
      schema: {
        tags: ['auth'],
        summary: 'A whole session for the token that came with the refusal, once the company has paid.',
        response: { 200: loginAnswer },
      },
    },
    async (request, reply) => {
      const { userId, sid } = request.session;
      if (originOf(sid) !== 'sign-in') throw new DomainError('ERR_NO_PERMISSION');
      const user = await request.read.get<UserDocument>('users', userId);
      if (!user) throw new DomainError('ERR_NO_SESSION');
      await accountOf(api, user);
      // Good once, as what it was given for: whoever copied it comes too late.
      if (!(await spendBilling(api.sessions, sid))) throw new DomainError('ERR_NO_SESSION');
      return signIn(request, reply, user, { by: 'password' });
    },
  );
}

function logoutRoute(api: Needs, { end }: BeginAndEnd): void {
  const { app, config, hub, sessions } = api;

  app.delete(
    '/api/auth/logout',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Log out. Also with an expired token, by the refresh cookie; a token to pay by ends too.',
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const heldClaims = [
        () => verifyToken(app, 'refresh', request.cookies[cookieName(config, refreshCookie)]),
        () =>
          verifyToken(app, ['access', 'billing'], request.headers.authorization?.replace(/^Bearer /i, '')),
      ].flatMap((claims) => {
        try {
          return [claims()];
        } catch {
          // Not signed in by this: there is nothing to end.
          return [];
        }
      });
      for (const one of heldClaims)
        if (isBillingSid(one.sid)) {
          await spendBilling(sessions, one.sid);
          hub.endSession(one.cid, one.sub, one.sid, 'ended');
        } else await end(request, one, 'ended');
      forget(api, reply);
      return reply.code(204).send(null);
    },
  );
}

function whoAmIRoute(api: Needs): void {
  api.app.get(
    '/api/auth/me',
    { schema: { tags: ['auth'], summary: 'Who is signed in.', response: { 200: sessionUserOnWire } } },
    async (request, reply) => {
      // First: who asks for more after this answer, and follows from here, misses nothing.
      reply.header(livePositionHeader, api.hub.position(request.session.companyId));
      const user = await request.read.get<UserDocument>('users', request.session.userId);
      if (!user) throw new DomainError('ERR_NO_SESSION');
      return (await accountOf(api, user)).view;
    },
  );
}
