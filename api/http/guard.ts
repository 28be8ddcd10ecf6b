import type { FastifyRequest } from 'fastify';
import { can, inScope, type Rule } from '../../domain/access/policy.ts';
import type { ApiScope } from '../../domain/api-token/scopes.ts';
import type { PlanFlag } from '../../domain/company/events.ts';
import { demandFeature } from '../../domain/company/plan.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { cookieName } from '../auth/cookies.ts';
import type { LastSeen } from '../auth/last-seen.ts';
import { resolveSession, type SessionServices } from '../auth/standing.ts';
import type { Session } from '../auth/subject.ts';
import { type TokenKind, verifyToken } from '../auth/tokens.ts';
import type { ApiDeps, App } from '../deps.ts';
import { boundTo, createTokenEntrance, tokenPrefix } from '../tokens/enter.ts';
import { lastWrite } from './own-writes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a session. */
    public?: boolean;
    /** Public, and whoever sends a token is signed in by it, or refused. */
    sessionIfGiven?: boolean;
    /** For people, and for a token with this scope that is good for the whole company. */
    orScope?: ApiScope;
    /** Refused with ERR_NO_PERMISSION to who has not this right. */
    rule?: Rule;
    /** Refused with ERR_PLAN_FEATURE where the company's plan has not this feature, or the company has switched it off. */
    plan?: PlanFlag;
    /** The token of whoever is let in only to pay signs in too. */
    billing?: boolean;
    /** What it answers is a secret that is shown once: no Idempotency-Key keeps it. */
    secretAnswer?: boolean;
    /** The cookie of files signs in too. */
    mediaCookie?: boolean;
  }
  interface FastifyRequest {
    /** Who is signed in; throws ERR_NO_SESSION on a public route. */
    readonly session: Session;
    /** Read models of the session's company: the only way a handler reads. */
    readonly read: CompanyReader;
    signedIn: { readonly session: Session; readonly read: CompanyReader } | null;
    /** When it was let in, and what lets it in again, with present rights: whatever takes its time to arrive asks for that. */
    admission: { readonly at: number; readonly again: () => Promise<void> } | null;
  }
}

export const mediaCookie = 'media';
/** What arrived within it is of who was let in a moment ago. */
const longArrivalMs = 1_000;

const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

interface Guarded extends SessionServices, Pick<ApiDeps, 'readStore' | 'config' | 'state'> {
  readonly lastSeen: Pick<LastSeen, 'saw'>;
  readonly app: App;
  /** Resolves once this process has seen the change feed come so far. */
  readonly hub: { caughtUp(position: number): Promise<void> };
}

/** Every route under /api needs a session unless it says `public`: what is forgotten is closed, not open. */
export function guard(api: Guarded): void {
  const { app } = api;
  app.decorateRequest('signedIn', null);
  app.decorateRequest('admission', null);
  app.decorateRequest('session', {
    getter(this: FastifyRequest): Session {
      if (!this.signedIn) throw new DomainError('ERR_NO_SESSION');
      return this.signedIn.session;
    },
  });
  app.decorateRequest('read', {
    getter(this: FastifyRequest): CompanyReader {
      if (!this.signedIn) throw new DomainError('ERR_NO_SESSION');
      return this.signedIn.read;
    },
  });
  const enterByToken = createTokenEntrance(api);
  /** @throws ERR_PLAN_FEATURE */
  const demandPlan = async ({ config }: FastifyRequest['routeOptions'], { companyId }: Session) => {
    if (config.plan === undefined) return;
    demandFeature((await api.names.company(companyId)).get('companies', companyId), config.plan);
  };
  const signIn = (request: FastifyRequest, session: Session) => {
    request.signedIn = { session, read: api.readStore.forCompany(session.companyId) };
  };
  async function admitIntegration(request: FastifyRequest, token: string | undefined, scope: ApiScope) {
    signIn(request, await enterByToken(token, scope));
    if (request.routeOptions.config.scope === undefined && boundTo(request) !== null)
      throw new DomainError('ERR_NO_PERMISSION', 'The token is for one connection alone');
    return demandPlan(request.routeOptions, request.session);
  }
  /** Returns what lets in whom the token names, whose own time counts no more from here on. */
  async function admitPerson(request: FastifyRequest, token: string | undefined) {
    const { config } = request.routeOptions;
    if (token?.startsWith(tokenPrefix))
      throw new DomainError('ERR_NO_SESSION', 'Tokens of other systems are not for this call');
    const byCookie = token === undefined && config.mediaCookie === true;
    const signsIn: readonly TokenKind[] = config.billing ? ['access', 'billing'] : ['access'];
    const claims = verifyToken(
      app,
      byCookie ? 'media' : signsIn,
      byCookie ? request.cookies[cookieName(api.config, mediaCookie)] : token,
    );
    const after = lastWrite(request);
    if (after !== undefined) await api.hub.caughtUp(after);
    return async () => {
      const session = await resolveSession(api, claims);
      api.lastSeen.saw(session.userId, session.sid);
      signIn(request, session);
      if (config.rule !== undefined) demand(session, config.rule);
      await demandPlan(request.routeOptions, session);
    };
  }
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions;
    const token = bearer(request);
    // What comes over a socket says who it is there.
    const given = config.sessionIfGiven && token !== undefined && request.headers.upgrade === undefined;
    const closed =
      url !== undefined && !config.public && /^\/api(\/|$)/.test(url) && !/^\/api\/docs(\/|$)/.test(url);
    if (!closed && !given) return;
    const byToken = config.scope ?? (token?.startsWith(tokenPrefix) ? config.orScope : undefined);
    const admit =
      byToken !== undefined
        ? () => admitIntegration(request, token, byToken)
        : await admitPerson(request, token);
    await admit();
    request.admission = { at: performance.now(), again: admit };
  });
  // A body may take half a minute to arrive, and its sender be deleted meanwhile.
  app.addHook('preValidation', async ({ admission }) => {
    if (admission && performance.now() - admission.at > longArrivalMs) await admission.again();
  });
}

/** @throws ERR_NO_PERMISSION */
export function demand(session: Session, rule: Rule): void {
  if (!can(session, rule)) throw new DomainError('ERR_NO_PERMISSION');
}

/** Returns a ticket the session may see. @throws ERR_NO_TICKET_FOUND (also another company's), ERR_NO_PERMISSION (a foreign queue's) */
export async function ticketFor(request: FastifyRequest, ticketId: string): Promise<TicketDocument> {
  const ticket = await request.read.get<TicketDocument>('tickets', ticketId);
  if (!ticket) throw new DomainError('ERR_NO_TICKET_FOUND');
  if (!inScope(request.session.scope, ticket)) throw new DomainError('ERR_NO_PERMISSION');
  return ticket;
}
