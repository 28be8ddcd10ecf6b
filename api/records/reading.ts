import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { addressOf, type RecordDefinition } from '../../domain/records/definition.ts';
import { seesRow } from '../../domain/records/ownership.ts';
import { isFor, recordSecrets, secretsKept } from '../../messaging/secrets.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { demand } from '../http/guard.ts';
import type { Api } from '../services.ts';
import { nestedViews } from './nested.ts';
import { companyOf, readerOf } from './scope.ts';
import { type RecordView, recordViews } from './view.ts';

export type Reading = ReturnType<typeof createReading>;

/** Returns records of one definition as who asks may see them. */
export function createReading(api: Pick<Api, 'readStore' | 'names' | 'state'>, definition: RecordDefinition) {
  const { plural, access, notFound = 'ERR_NOT_FOUND' } = definition;

  function reader(request: FastifyRequest) {
    return readerOf(definition, api.readStore, request);
  }

  function secretsOf(request: FastifyRequest, id: string) {
    return recordSecrets(definition.name, companyOf(definition, request), id);
  }

  /** The names of those that can be used as the row stands: one that was given for another address is none. */
  async function secretsSet(request: FastifyRequest, document: RecordDocument): Promise<ReadonlySet<string>> {
    const kept = [...(await secretsKept(api.state, secretsOf(request, document.id)))];
    const usable = kept.filter(([name, sentTo]) => isFor(sentTo, addressOf(definition, name, document)));
    return new Set(usable.map(([name]) => name));
  }

  async function views(request: FastifyRequest, documents: readonly RecordDocument[]) {
    const names = await api.names.company(companyOf(definition, request));
    return recordViews(definition, reader(request), names, documents, {
      secrets: (document) => secretsSet(request, document),
    });
  }

  function nestRows(request: FastifyRequest, documents: readonly RecordDocument[]) {
    return nestedViews(definition, reader(request), documents, (rows) => views(request, rows));
  }

  async function find(request: FastifyRequest, recordId: string): Promise<RecordDocument> {
    demand(request.session, access.read);
    const document = await reader(request).get<RecordDocument>(plural, recordId);
    if (!document || !seesRow(definition, request.session, document)) throw new DomainError(notFound);
    return document;
  }

  async function one(request: FastifyRequest, recordId: string): Promise<RecordView> {
    return (await nestRows(request, [await find(request, recordId)]))[0] as RecordView;
  }

  return { reader, secretsOf, views, nestRows, find, one };
}
