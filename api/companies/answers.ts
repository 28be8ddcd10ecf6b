import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Outcome } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { demand } from '../http/guard.ts';
import type { Api } from '../services.ts';
import { companyViewOf } from './view.ts';

export type CompanyNeeds = Pick<
  Api,
  'app' | 'names' | 'desk' | 'readStore' | 'reached' | 'config' | 'state' | 'vault' | 'security' | 'now'
>;

export type Answers = ReturnType<typeof createAnswers>;

/** Returns what finds the company that a request may be about, and answers with it. */
export function createAnswers(api: CompanyNeeds) {
  const { names, readStore } = api;

  async function views(request: FastifyRequest, companies: readonly CompanyDocument[]) {
    const ofPlatform = await names.platformSettings();
    return companies.map((company) => companyViewOf(company, ofPlatform, request.session));
  }

  async function find(companyId: string): Promise<CompanyDocument> {
    const company = await readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
    // What has no keys any more is gone for good.
    if (!company || (company.deletedAt !== null && company.deletedUntil === null))
      throw new DomainError('ERR_NOT_FOUND');
    return company;
  }

  return {
    views,
    find,
    /** A super user's command on any company, an admin's on their own. @throws ERR_NO_PERMISSION */
    contextOn(request: FastifyRequest, companyId: string): Context {
      const { session } = request;
      if (!session.super && session.companyId !== companyId) throw new DomainError('ERR_NO_PERMISSION');
      if (!session.super) demand(session, 'settings:manage');
      return { ...contextOf(request), companyId };
    },
    async answer(request: FastifyRequest, reply: FastifyReply, companyId: string, ...outcomes: Outcome[]) {
      await awaitSettled(api, reply, ...outcomes);
      await names.refresh(companyId, 'companies', companyId);
      return (await views(request, [await find(companyId)]))[0]!;
    },
  };
}
