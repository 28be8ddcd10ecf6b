import type { FastifyRequest } from 'fastify';
import { auditDetail, auditPage, auditPeople, type ChainState, chainState } from '../../contract/audit.ts';
import { DomainError } from '../../domain/errors.ts';
import { streamCompany } from '../../domain/kernel/stream-names.ts';
import { byName } from '../../domain/text/compare-names.ts';
import { isWhole, keepLogCheck, type LogCheck, lastLogCheck } from '../../messaging/log-checks.ts';
import type { AuditDocument } from '../../projections/audit/document.ts';
import { timeZoneOf } from '../http/company-time.ts';
import { sendCsv } from '../http/csv.ts';
import { countOf } from '../http/kept-counts.ts';
import { idParams } from '../http/schemas.ts';
import { formerUsers } from '../names/former-users.ts';
import type { Api } from '../services.ts';
import { auditAsCsv } from './csv.ts';
import { auditFilter, auditQuery, readerOf } from './query.ts';
import { auditViewOf } from './view.ts';

type Needs = Pick<Api, 'app' | 'names' | 'readStore' | 'security' | 'state' | 'chain' | 'now'>;

const tags = ['audit'];
const config = { rule: 'audit:view' } as const;
const pageSize = 40;
/**
 * Returns how long to wait after a check, milliseconds. Verifying reads the whole log: nobody's pressing may keep a
 * processor at it for more than a twentieth of its time.
 */
const pauseAfter = ({ tookMs }: LogCheck): number => Math.max(60_000, 20 * tookMs);

/** Who changed what, and whether the log that says so is whole. */
export function auditRoutes(api: Needs): void {
  listRoutes(api);
  chainRoutes(api);
}

function listRoutes({ app, names, readStore, security, chain }: Needs): void {
  app.get(
    '/api/audit',
    {
      config,
      schema: {
        tags,
        summary:
          '40 administrative events a page, newest first, with every field before and after; `searchParam` finds by name, person and value.',
        querystring: auditQuery,
        response: { 200: auditPage },
      },
    },
    async (request) => {
      const { query, session } = request;
      const reader = readerOf(readStore, request, query.scope);
      const filter = await auditFilter(names, session.companyId, query);
      const skip = (query.pageNumber - 1) * pageSize;
      const entries = await reader.find<AuditDocument>('audit', {
        ...filter,
        sort: ['-at'],
        skip,
        limit: pageSize + 1,
      });
      const hasMore = entries.length > pageSize;
      const isLast = !hasMore && (entries.length > 0 || skip === 0);
      return {
        entries: entries.slice(0, pageSize).map(auditViewOf),
        count: isLast ? skip + entries.length : await countOf(reader, 'audit', filter),
        hasMore,
      };
    },
  );

  app.get(
    '/api/audit/csv',
    {
      config,
      schema: {
        tags,
        summary:
          'Every entry that the filter finds as CSV, a line a changed field, semicolons, UTF-8 with a byte order mark.',
        querystring: auditQuery.omit({ pageNumber: true }),
      },
    },
    async (request, reply) => {
      const { companyId, userId } = request.session;
      const reader = readerOf(readStore, request, request.query.scope);
      const filter = await auditFilter(names, companyId, { ...request.query, pageNumber: 1 });
      const zone = timeZoneOf(await names.company(companyId), companyId);
      security.note('exported', request, { userId, companyId });
      return sendCsv(reply, 'audit.csv', auditAsCsv(reader, filter, zone));
    },
  );

  app.get(
    '/api/audit/people',
    {
      config,
      schema: {
        tags,
        summary: 'Who may have done something: the users there are, by name, and behind them those who were.',
        response: { 200: auditPeople },
      },
    },
    async ({ session, read }) => {
      const company = await names.company(session.companyId);
      const users = company.all('users').map(({ id, name }) => ({ id, name, isFormer: false }));
      const former = await formerUsers(read);
      return [
        ...users.sort(byName),
        ...[...former]
          .filter(([id]) => company.get('users', id) === undefined)
          .map(([id, name]) => ({ id, name, isFormer: true })),
      ];
    },
  );

  app.get(
    '/api/audit/:id',
    {
      config,
      schema: {
        tags,
        summary: 'One entry and its link of the hash chain: its hash, the one before it, whether it has it.',
        params: idParams,
        querystring: auditQuery.pick({ scope: true }),
        response: { 200: auditDetail },
      },
    },
    async (request) => {
      const read = readerOf(readStore, request, request.query.scope);
      const entry = await read.get<AuditDocument>('audit', request.params.id);
      if (entry === undefined) throw new DomainError('ERR_NOT_FOUND', 'no such entry');
      return { ...auditViewOf(entry), link: await chain.linkOf(entry.position) };
    },
  );
}

/** Returns what a session is told of a check: problems of others by their number alone. */
const checkFor = (
  { session }: Pick<FastifyRequest, 'session'>,
  found: LogCheck | undefined,
): ChainState['check'] => {
  if (found === undefined) return null;
  const { at, report } = found;
  const { throughAt: through, intact, sealed, problemCount } = report;
  const problems = report.problems
    .filter(({ stream }) => session.super || streamCompany(stream) === session.companyId)
    .map(({ kind, position, stream, type, id }) => ({ kind, position, stream, type, id }));
  return { at, holds: isWhole(report), through, intact, sealed, problemCount, problems };
};

function chainRoutes({ app, state, chain, now }: Needs): void {
  let checking: Promise<LogCheck> | undefined;
  const ending = new AbortController();
  app.addHook('preClose', async () => ending.abort());

  async function check(): Promise<LogCheck> {
    const before = await lastLogCheck(state);
    if (before && now().getTime() - Date.parse(before.at) < pauseAfter(before)) return before;
    const began = performance.now();
    const report = await chain.verify(ending.signal);
    const found = { at: now().toISOString(), report, tookMs: performance.now() - began };
    await keepLogCheck(state, found);
    return found;
  }

  app.get(
    '/api/audit/chain',
    {
      config,
      schema: {
        tags,
        summary:
          "How far the log's hash chain goes, its head to be noted elsewhere, and what its last verification found.",
        response: { 200: chainState },
      },
    },
    async (request) => ({ ...(await chain.state()), check: checkFor(request, await lastLogCheck(state)) }),
  );

  app.post(
    '/api/audit/chain/check',
    {
      config,
      schema: {
        tags,
        summary:
          'Verifies the whole log against its chain now; once a minute at most, the last result otherwise.',
        response: { 200: chainState },
      },
    },
    async (request) => {
      checking ??= check().finally(() => {
        checking = undefined;
      });
      const found = await checking;
      return { ...(await chain.state()), check: checkFor(request, found) };
    },
  );
}
