import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { providerView } from '../../contract/sign-in.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { normalizeEmail } from '../../domain/user/user.ts';
import { endLinks } from '../../messaging/links.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { networkOf } from '../http/network.ts';
import { perMinute } from '../http/rate-limit.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { type BeginAndEnd, contextOfUser, loginAnswer, whose } from './begin-and-end.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { demandStandIn } from './grants.ts';
import {
  createOidcProvider,
  type Leaving,
  type OidcProvider,
  type ProviderAccount,
} from './oidc-provider.ts';
import { textHash } from './text-hash.ts';

type Needs = Pick<
  Api,
  'app' | 'config' | 'desk' | 'names' | 'reached' | 'readStore' | 'security' | 'state' | 'vault'
>;
type Limit = (request: FastifyRequest) => Promise<void>;

const leaveMs = 10 * 60_000;
/** From the provider's redirect to the call of the page it leads to. */
const arriveMs = 2 * 60_000;
const path = '/api/auth/oidc';
const cookie = 'oidc';

/** Who may come back with this state: only the browser that left with it. */
interface Left {
  readonly browser: string;
  /** What the way back is checked by, sealed. */
  readonly leaving: string;
}
interface Arrived {
  readonly userId: string;
  readonly passwordSetBy: string | null;
  readonly isMultiFactor: boolean;
  readonly browser: string;
}

// Nothing is readable there: who reads the state store cannot go on with it.
const leftKey = (state: string) => `oidc-left/${textHash(state)}`;
const arrivedKey = (token: string) => `oidc-arrived/${textHash(token)}`;

/** Signing in by the installation's OpenID provider: docs/decisions/0034-sign-in-by-a-provider.md has the rules. */
export function oidcRoutes(api: Needs, sessions: BeginAndEnd): void {
  const { app, config } = api;
  const { oidc, publicUrl } = config;
  labelRoute(api);
  unlinkRoute(api);
  if (!oidc || publicUrl === undefined) return;
  const provider = createOidcProvider(oidc, `${publicUrl}${path}/callback`);
  const limit = perMinute(app, 60, (request) => networkOf(request.ip));
  leaveRoute(api, provider, limit);
  callbackRoute(api, provider, limit);
  sessionRoute(api, sessions, limit);
}

function labelRoute({ app, config }: Needs): void {
  app.get(
    path,
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'What the provider is called that people may sign in by; null: there is none.',
        response: { 200: providerView },
      },
    },
    () => ({ label: config.oidc?.label ?? null }),
  );
}

const browserOf = ({ config }: Needs, request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(config, cookie)];

/** Returns the options of a cookie that is sent with the provider's redirect: it comes from another site, and a strict one would not be. */
const looseCookie = ({ config }: Needs, maxAgeMs?: number) => ({
  ...cookieOptions(config, path, maxAgeMs),
  sameSite: 'lax' as const,
});

/** Resolves with what is kept under a key, once, for the browser that it was kept for. */
async function take<T extends { readonly browser: string }>(
  api: Needs,
  request: FastifyRequest,
  key: string,
): Promise<T | undefined> {
  const entry = await api.state.get<T>(key);
  if (!entry || !(await api.state.delete(key, { expected: entry.version }))) return undefined;
  const browser = browserOf(api, request);
  return browser !== undefined && textHash(browser) === entry.value.browser ? entry.value : undefined;
}

/** Returns the answer that leads back to the console, which says what happened. What is behind `#` reaches no server and no log. */
const backTo = ({ config }: Needs, reply: FastifyReply, fragment: string) =>
  reply.header('cache-control', 'no-store').redirect(`${config.publicUrl}/oidc#${fragment}`, 303);

function redirectRefused(api: Needs, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const code = isDomainError(error) ? error.code : 'ERR_PROVIDER_REFUSED';
  // The provider's words, never its tokens.
  const { message, code: why } = error as { message?: string; code?: string };
  api.security.note('provider_refused', request, { reason: why ?? code, message });
  return backTo(api, reply, `error=${code}`);
}

function leaveRoute(api: Needs, provider: OidcProvider, limit: Limit): void {
  const { app, config, state, vault } = api;

  app.get(
    `${path}/start`,
    {
      config: { public: true },
      schema: { tags: ['auth'], summary: 'Sends the browser to the provider.', response: { 303: z.null() } },
    },
    async (request, reply) => {
      await limit(request);
      try {
        const { url, ...leaving } = await provider.leave();
        const browser = randomBytes(32).toString('base64url');
        const key = leftKey(leaving.state);
        const left: Left = { browser: textHash(browser), leaving: vault.seal(key, JSON.stringify(leaving)) };
        await state.set(key, left, { ttlMs: leaveMs });
        reply.setCookie(cookieName(config, cookie), browser, looseCookie(api, leaveMs));
        return reply.header('cache-control', 'no-store').redirect(url, 303);
      } catch (error) {
        return redirectRefused(api, request, reply, error);
      }
    },
  );
}

/** Returns whose account this is here. @throws ERR_PROVIDER_UNKNOWN_USER, ERR_IDENTITY_TAKEN */
async function ownerOf(
  { desk, readStore, security }: Needs,
  request: FastifyRequest,
  { identity, issuer, verifiedEmail }: ProviderAccount,
): Promise<UserDocument> {
  const users = readStore.allCompanies();
  const [linked] = await users.find<UserDocument>('users', { where: { identity }, limit: 1 });
  const email = verifiedEmail && normalizeEmail(verifiedEmail);
  const [named] =
    linked || !email ? [] : await users.find<UserDocument>('users', { where: { email }, limit: 1 });
  const user = linked ?? named;
  // Whoever runs the provider must not come to run the platform.
  if (!user || user.super) throw new DomainError('ERR_PROVIDER_UNKNOWN_USER');
  if (linked) return linked;
  // Whoever signed up with an address that is not theirs waits for its owner to come by the provider.
  if (user.unconfirmed) throw new DomainError('ERR_PROVIDER_UNKNOWN_USER');
  // The stream decides: of two accounts with this address the first stays the one.
  await desk.users.linkIdentity(contextOfUser(request, user), { userId: user.id, issuer, identity });
  security.note('identity_linked', request, whose(user));
  return user;
}

function callbackRoute(api: Needs, provider: OidcProvider, limit: Limit): void {
  const { app, state, vault } = api;

  app.get(
    `${path}/callback`,
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Where the provider sends the browser back to.',
        querystring: z.looseObject({ state: z.string().max(500).default('') }),
        response: { 303: z.null() },
      },
    },
    async (request, reply) => {
      await limit(request);
      try {
        const key = leftKey(request.query.state);
        const leftLogin = await take<Left>(api, request, key);
        if (!leftLogin) throw new DomainError('ERR_PROVIDER_REFUSED');
        const leaving = JSON.parse(vault.open(key, leftLogin.leaving)) as Leaving;
        const account = await provider.comeBack(request.url.split('?')[1] ?? '', leaving);
        const user = await ownerOf(api, request, account);
        const token = randomBytes(32).toString('base64url');
        const value: Arrived = {
          userId: user.id,
          passwordSetBy: user.passwordSetBy ?? null,
          isMultiFactor: account.isMultiFactor,
          browser: leftLogin.browser,
        };
        await state.set(arrivedKey(token), value, { ttlMs: arriveMs });
        return backTo(api, reply, `token=${token}`);
      } catch (error) {
        return redirectRefused(api, request, reply, error);
      }
    },
  );
}

function sessionRoute(api: Needs, { signIn }: BeginAndEnd, limit: Limit): void {
  const { app, config, readStore, security } = api;

  app.post(
    `${path}/session`,
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Signs in who came back from the provider, once; or names the step that is still missing.',
        body: z.object({ token: z.string().min(20).max(200) }),
        response: { 200: loginAnswer },
      },
    },
    async (request, reply) => {
      await limit(request);
      const heldArrival = await take<Arrived>(api, request, arrivedKey(request.body.token));
      const user =
        heldArrival && (await readStore.allCompanies().get<UserDocument>('users', heldArrival.userId));
      if (!user || user.super || (user.passwordSetBy ?? null) !== heldArrival.passwordSetBy) {
        security.note('provider_refused', request, { reason: 'token' });
        throw new DomainError('ERR_PROVIDER_REFUSED');
      }
      reply.clearCookie(cookieName(config, cookie), looseCookie(api));
      return signIn(request, reply, user, {
        by: 'provider',
        ...(heldArrival.isMultiFactor && { secondStep: 'provider' }),
      });
    },
  );
}

function unlinkRoute(api: Needs): void {
  const { app, desk, security, state } = api;

  app.delete(
    '/api/users/:id/identity',
    {
      config: { rule: 'users:manage' },
      schema: {
        tags: ['users'],
        summary:
          'Forgets the account of the provider: the next one with this verified e-mail takes its place.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { session } = request;
      const user = await request.read.get<UserDocument>('users', request.params.id);
      if (!user) throw new DomainError('ERR_NO_USER_FOUND');
      await demandStandIn(api.names, session, user);
      // First: a letter of before they came by the provider would be good again once they no longer do.
      await endLinks(state, 'invite', user.id);
      await awaitSettled(
        api,
        reply,
        await desk.users.unlinkIdentity(contextOf(request), { userId: user.id }),
      );
      security.note('identity_unlinked', request, { ...whose(user), by: session.userId });
      return reply.code(204).send(null);
    },
  );
}
