import type { FastifyRequest } from 'fastify';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import type { CompanyReader, ReadStore } from '../../projections/ports/read-store.ts';
import { contextOf } from '../http/commands.ts';

type Scoped = Pick<RecordDefinition, 'scope'>;

/** Returns whose rows a request is about: the caller's own company's, or the platform's, which every company reads. */
export const companyOf = ({ scope }: Scoped, request: FastifyRequest): string =>
  scope === 'platform' ? platformCompanyId : request.session.companyId;

export const readerOf = (definition: Scoped, readStore: ReadStore, request: FastifyRequest): CompanyReader =>
  definition.scope === 'platform' ? readStore.forCompany(platformCompanyId) : request.read;

/**
 * Returns the context of a command on a record. What is of the platform only a super user changes, whatever the
 * declaration's rules say: a slip there would let an admin write to every company.
 * @throws ERR_NO_PERMISSION
 */
export const contextFor = (definition: Scoped, request: FastifyRequest): Context => {
  const context = contextOf(request);
  if (definition.scope === 'company') return context;
  // Its files are the platform's too: they are stored with the company of whoever uploads them.
  if (!request.session.super || request.session.companyId !== platformCompanyId)
    throw new DomainError('ERR_NO_PERMISSION', 'Only super users change what is of the platform');
  return context;
};
