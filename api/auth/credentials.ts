import type { FastifyReply } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { SessionUserView } from '../../domain/views/index.ts';
import type { CompanyDocument, UserDocument } from '../../projections/documents.ts';
import { isOverdue } from '../http/company-time.ts';
import { mediaCookie } from '../http/guard.ts';
import type { Api } from '../services.ts';
import { sessionUserViewOf } from '../views/account.ts';
import { sessionTtlMs } from './sessions.ts';
import { accessTtlSeconds, signToken } from './tokens.ts';

export const refreshCookie = 'refresh';

/** @throws ERR_COMPANY_EXPIRED with details {dueDate, reason} */
export function refuseExpired(
  company: CompanyDocument | undefined,
  now: Date,
): asserts company is CompanyDocument {
  if (!company?.active) throw new DomainError('ERR_INVALID_CREDENTIALS');
  if (!isOverdue(company.dueDate, company.timeZone, now)) return;
  const [year, month, day] = company.dueDate!.split('-');
  throw new DomainError(
    'ERR_COMPANY_EXPIRED',
    `Sua assinatura venceu em ${day}/${month}/${year}. Entre em contato com o suporte.`,
    { details: { dueDate: company.dueDate, reason: 'company' } },
  );
}

/** The company and the user's view, read from the store: login and refresh are rare and must be fresh. */
export async function accountOf(
  api: Api,
  user: UserDocument,
): Promise<{ company: CompanyDocument; view: SessionUserView }> {
  const company = await api.readStore
    .forCompany(user.companyId)
    .get<CompanyDocument>('companies', user.companyId);
  refuseExpired(company, api.now());
  const names = await api.names.company(user.companyId);
  return { company, view: sessionUserViewOf(user, company, names, await api.names.platformSettings()) };
}

/** Puts the cookies into the answer and gives the body: an access token for 15 minutes and who is signed in. */
export async function grant(api: Api, reply: FastifyReply, user: UserDocument, sid: string) {
  const { view } = await accountOf(api, user);
  const claim = { sub: user.id, cid: user.companyId, sid };
  const cookie = {
    httpOnly: true,
    secure: api.config.cookieSecure,
    sameSite: 'strict',
    maxAge: sessionTtlMs / 1000,
  } as const;
  reply.setCookie(refreshCookie, signToken(api.app, 'refresh', claim), { ...cookie, path: '/api/auth' });
  reply.setCookie(mediaCookie, signToken(api.app, 'media', claim), { ...cookie, path: '/api/media' });
  return { token: signToken(api.app, 'access', claim), expiresIn: accessTtlSeconds, user: view };
}

export function forget(api: Api, reply: FastifyReply): void {
  const cookie = { httpOnly: true, secure: api.config.cookieSecure, sameSite: 'strict' } as const;
  reply.clearCookie(refreshCookie, { ...cookie, path: '/api/auth' });
  reply.clearCookie(mediaCookie, { ...cookie, path: '/api/media' });
}
