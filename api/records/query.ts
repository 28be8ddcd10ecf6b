import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { isListed, type RecordDefinition } from '../../domain/records/definition.ts';
import type { Query, Where } from '../../projections/ports/read-store.ts';
import { id as recordId } from '../http/schemas.ts';

const mostRows = 1_000;
const deepest = 1_000_000;
const mostValues = 500;

const queryRefusal = (parameter: string, why: string) =>
  new DomainError('ERR_VALIDATION', `${parameter}: ${why}`, { errors: { [parameter]: 'invalid' } });

function json(text: string | undefined, parameter: string): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text, (key, value: unknown) => {
      // A schema would leave it out in silence.
      if (key === '__proto__') throw new SyntaxError(key);
      return value;
    }) as unknown;
  } catch {
    throw queryRefusal(parameter, 'not JSON');
  }
}

function parseParameter<T extends z.ZodType>(
  schema: T,
  text: string | undefined,
  parameter: string,
  shape: string,
): z.output<T> | undefined {
  const value = json(text, parameter);
  if (value === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw queryRefusal(parameter, `expected ${shape}`);
}

const sortShape = z.tuple([z.string().max(100), z.enum(['ASC', 'DESC'])]);
const rowNumber = z.number().int().min(0).max(deepest);
const rangeShape = z.tuple([rowNumber, rowNumber]).refine(([from, to]) => to >= from && to - from < mostRows);
/** Finite: `1e400` is JSON, and no number that an engine compares with. */
const scalar = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);
const filterShape = z
  .object({
    q: z.string().max(200).optional(),
    id: z.union([recordId.transform((one) => [one]), z.array(recordId).max(mostValues)]).optional(),
  })
  .catchall(z.union([scalar, z.array(scalar).max(mostValues)]));

/** Returns the fields a list may sort and filter by: those that have an index. */
const indexedFields = (definition: RecordDefinition): ReadonlySet<string> =>
  new Set([
    definition.title,
    ...definition.unique.map(({ field }) => field),
    ...Object.entries(definition.fields).flatMap(([name, field]) => (isListed(field) ? [name] : [])),
    'number',
    'createdAt',
    'updatedAt',
  ]);

/**
 * Returns the query of the simple-rest dialect: `sort=["name","ASC"]`, `range=[0,24]` (at most 1,000 rows),
 * `filter={"q":"sup","color":"#fff", "id":["…"]}`; a list of values stands for any of them.
 * @throws ERR_VALIDATION with `errors` naming the parameter: nothing of it is guessed or left out in silence
 */
export function recordQuery(
  definition: RecordDefinition,
  givenQuery: { sort?: string | undefined; range?: string | undefined; filter?: string | undefined },
): { readonly query: Query; readonly ids: readonly string[] | undefined; readonly from: number } {
  const knownFields = indexedFields(definition);
  const [asked, direction] = parseParameter(
    sortShape,
    givenQuery.sort,
    'sort',
    '["field","ASC" or "DESC"]',
  ) ?? [definition.title, 'ASC'];
  const sorted = asked === 'id' ? 'number' : asked;
  if (!knownFields.has(sorted)) throw queryRefusal('sort', `no list is sorted by ${asked}`);
  const field = sorted === definition.title ? 'sortTitle' : sorted;
  const [from, to] =
    parseParameter(rangeShape, givenQuery.range, 'range', `[from,to], at most ${mostRows} rows`) ??
    ([0, 24] as const);
  const {
    q,
    id: ids,
    ...others
  } = parseParameter(filterShape, givenQuery.filter, 'filter', '{"field":value or list of values}') ?? {};
  const where: Record<string, Where[string]> = {};
  for (const [name, value] of Object.entries(others)) {
    if (!knownFields.has(name)) throw queryRefusal('filter', `no list is filtered by ${name}`);
    where[name] = Array.isArray(value) ? { in: value } : value;
  }
  return {
    query: {
      where,
      ...(q && { search: q }),
      sort: [`${direction === 'DESC' ? '-' : ''}${field}`],
      skip: from,
      limit: to - from + 1,
    },
    ids,
    from,
  };
}
