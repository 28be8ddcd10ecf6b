import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyReader, Query, ReadStore } from '../../projections/ports/read-store.ts';
import { dayBounds, timeZoneOf } from '../http/company-time.ts';
import { day, id, optional, pageNumber, searchParam } from '../http/schemas.ts';
import type { Names } from '../names/names.ts';

/** `kind`: several, separated by commas. `scope=platform`: what is set for all companies; super users alone. */
export const auditQuery = z.object({
  searchParam,
  pageNumber,
  kind: optional(z.string().regex(/^[A-Za-z,]{1,500}$/)),
  userId: optional(id),
  dateStart: day,
  dateEnd: day,
  scope: optional(z.enum(['company', 'platform'])),
});
export type AuditQuery = z.output<typeof auditQuery>;

/** Returns whose list is asked for: the session's company, or the platform's. @throws ERR_NO_PERMISSION */
export function readerOf(
  readStore: ReadStore,
  { session, read }: Pick<FastifyRequest, 'session' | 'read'>,
  scope: AuditQuery['scope'],
): CompanyReader {
  if (scope !== 'platform') return read;
  if (!session.super) throw new DomainError('ERR_NO_PERMISSION', 'the platform is for super users to see');
  return readStore.forCompany(platformCompanyId);
}

/** Returns the conditions of what is asked for. Days are those of the session's company. */
export async function auditFilter(
  names: Names,
  companyId: string,
  { searchParam: search, kind, userId, dateStart, dateEnd }: AuditQuery,
): Promise<Pick<Query, 'where' | 'search'>> {
  const zone = timeZoneOf(await names.company(companyId), companyId);
  const kinds = kind?.split(',').filter((one) => one !== '') ?? [];
  return {
    where: {
      ...(kinds.length > 0 && { kind: { in: kinds } }),
      ...(userId && { actorId: userId }),
      ...((dateStart || dateEnd) && {
        at: {
          ...(dateStart && { gte: dayBounds(dateStart, zone).from }),
          ...(dateEnd && { lt: dayBounds(dateEnd, zone).until }),
        },
      }),
    },
    ...(search && { search }),
  };
}
