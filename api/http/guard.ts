import type { FastifyRequest } from 'fastify';
import { can, inScope, type Rule } from '../../domain/access/policy.ts';
import type { PlanFlag } from '../../domain/company/events.ts';
import { hasFeature } from '../../domain/company/features.ts';
import { DomainError } from '../../domain/errors.ts';
import type { TicketDocument, UserDocument } from '../../projections/documents.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import { cookieName } from '../auth/cookies.ts';
import type { SessionEnd } from '../auth/sessions.ts';
import { type Claims, type TokenKind, verifyToken } from '../auth/tokens.ts';
import type { Api } from '../services.ts';
import { type Session, sessionOf } from '../subject.ts';
import { isWorking } from './company-time.ts';
import { lastWrite } from './own-writes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a session. */
    public?: boolean;
    /** Refused with ERR_NO_PERMISSION to who has not this right. */
    rule?: Rule;
    /** Refused with ERR_PLAN_FEATURE where the company's plan has not this feature, or the company has switched it off. */
    plan?: PlanFlag;
    /** The cookie of files signs in too. */
    mediaCookie?: boolean;
  }
  interface FastifyRequest {
    /** Who is signed in; throws ERR_NO_SESSION on a public route. */
    readonly session: Session;
    /** Read models of the session's company: the only way a handler reads. */
    readonly read: CompanyReader;
    signedIn: { readonly session: Session; readonly read: CompanyReader } | null;
  }
}

export const mediaCookie = 'media';

const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

type Shown = Omit<UserDocument, 'passwordHash'>;

/** How a session stands: its user as they are now, and why it has ended if it has. */
export async function standing(
  { sessions, names, now }: Pick<Api, 'sessions' | 'names' | 'now'>,
  {
    userId,
    companyId,
    sid,
    turn,
  }: { userId: string; companyId: string; sid: string; turn?: number | undefined },
): Promise<{ user: Shown | undefined; end: SessionEnd | undefined }> {
  const look = async () => {
    const company = await names.company(companyId);
    const user = company.get('users', userId);
    const end = await sessions.endOf(userId, sid, user?.passwordSetBy, turn);
    return {
      user,
      end: end ?? (isWorking(company.get('companies', companyId), now()) ? undefined : 'company'),
    };
  };
  const found = await look();
  if (found.user && found.end !== 'password' && found.end !== 'company') return found;
  // A user, a password or a company of this very moment: the feed may be behind.
  await Promise.all([
    names.refresh(companyId, 'users', userId),
    names.refresh(companyId, 'companies', companyId),
  ]);
  return look();
}

/** @throws ERR_NO_SESSION with details {reason} where the browser has something to say of it */
export function refuseEnded(user: Shown | undefined, end: SessionEnd | undefined): never {
  throw new DomainError('ERR_NO_SESSION', undefined, {
    ...(user && end && end !== 'ended' && { details: { reason: end } }),
  });
}

/** The session that the claims name, with present rights. @throws ERR_NO_SESSION when it has ended */
export async function resolveSession(
  api: Pick<Api, 'sessions' | 'names' | 'now'>,
  { sub, cid, sid, turn, kind }: Claims,
): Promise<Session> {
  // Only a call tells that new tokens have arrived: the cookie of files is sent by itself.
  const seen = kind === 'access' ? turn : undefined;
  const { user, end } = await standing(api, { userId: sub, companyId: cid, sid, turn: seen });
  if (!user || end) refuseEnded(user, end);
  return sessionOf(user, sid);
}

/** Every route under /api needs a session unless it says `public`: what is forgotten is closed, not open. */
export function guard(api: Api): void {
  const { app } = api;
  app.decorateRequest('signedIn', null);
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
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions;
    if (url === undefined || config.public || !/^\/api(\/|$)/.test(url) || /^\/api\/docs(\/|$)/.test(url))
      return;
    const token = bearer(request);
    const byCookie = token === undefined && config.mediaCookie === true;
    const kind: TokenKind = byCookie ? 'media' : 'access';
    const claims = verifyToken(
      app,
      kind,
      byCookie ? request.cookies[cookieName(api.config, mediaCookie)] : token,
    );
    const after = lastWrite(request);
    if (after !== undefined) await api.hub.caughtUp(after);
    const session = await resolveSession(api, claims);
    request.signedIn = { session, read: api.readStore.forCompany(session.companyId) };
    if (config.rule !== undefined) demand(session, config.rule);
    if (config.plan !== undefined) await demandFeature(api, session, config.plan);
  });
}

/** @throws ERR_NO_PERMISSION */
export function demand(session: Session, rule: Rule): void {
  if (!can(session, rule)) throw new DomainError('ERR_NO_PERMISSION');
}

/** @throws ERR_PLAN_FEATURE with details {feature} */
export async function demandFeature(
  { names }: Pick<Api, 'names'>,
  { companyId }: Pick<Session, 'companyId'>,
  feature: PlanFlag,
): Promise<void> {
  const company = (await names.company(companyId)).get('companies', companyId);
  if (!company || !hasFeature(company, feature))
    throw new DomainError('ERR_PLAN_FEATURE', `The plan has no ${feature}`, { details: { feature } });
}

/** A ticket the session may see. @throws ERR_NO_TICKET_FOUND (also another company's), ERR_NO_PERMISSION (a foreign queue's) */
export async function ticketFor(request: FastifyRequest, ticketId: string): Promise<TicketDocument> {
  const ticket = await request.read.get<TicketDocument>('tickets', ticketId);
  if (!ticket) throw new DomainError('ERR_NO_TICKET_FOUND');
  if (!inScope(request.session.scope, ticket)) throw new DomainError('ERR_NO_PERMISSION');
  return ticket;
}
