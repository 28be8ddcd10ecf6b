import { DomainError } from '../../domain/errors.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import type { Query, Scalar, Where } from '../../projections/ports/read-store.ts';

const most = 1_000;

const json = (text: string | undefined, name: string): unknown => {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new DomainError('ERR_VALIDATION', `${name}: not JSON`, { errors: { [name]: 'invalid' } });
  }
};
const refuse = (name: string) =>
  new DomainError('ERR_VALIDATION', `${name}: not of this resource`, { errors: { [name]: 'invalid' } });
const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Fields a list may sort and filter by: those that have an index. */
const indexed = (definition: RecordDefinition): ReadonlySet<string> =>
  new Set([
    definition.title,
    ...definition.unique.map(({ field }) => field),
    ...Object.entries(definition.fields).flatMap(([name, field]) =>
      field.list && !field.computed ? [name] : [],
    ),
    'number',
    'createdAt',
    'updatedAt',
  ]);

/** The simple-rest dialect: `sort=["name","ASC"]`, `range=[0,24]`, `filter={"q":"sup","color":"#fff","id":["…"]}`. */
export function recordQuery(
  definition: RecordDefinition,
  {
    sort,
    range,
    filter,
  }: { sort?: string | undefined; range?: string | undefined; filter?: string | undefined },
): { readonly query: Query; readonly ids: readonly string[] | undefined; readonly from: number } {
  const known = indexed(definition);
  const order = json(sort, 'sort') ?? [definition.title, 'ASC'];
  if (!Array.isArray(order) || typeof order[0] !== 'string') throw refuse('sort');
  const field = order[0] === 'id' ? 'number' : order[0];
  if (!known.has(field)) throw refuse('sort');
  const limits = json(range, 'range') ?? [0, 24];
  if (!Array.isArray(limits) || !limits.every((limit) => Number.isInteger(limit) && limit >= 0))
    throw refuse('range');
  const [from = 0, to = 24] = limits as number[];
  if (to < from || to - from >= most) throw refuse('range');
  const wanted = json(filter, 'filter') ?? {};
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) throw refuse('filter');
  const { q, id, ...others } = wanted as Record<string, unknown>;
  if (q !== undefined && typeof q !== 'string') throw refuse('filter');
  const where: Record<string, Where[string]> = {};
  for (const [name, value] of Object.entries(others)) {
    if (!known.has(name)) throw refuse('filter');
    if (Array.isArray(value) && value.every(isScalar)) where[name] = { in: value };
    else if (isScalar(value)) where[name] = value;
    else throw refuse('filter');
  }
  const ids =
    id === undefined
      ? undefined
      : (Array.isArray(id) ? id : [id]).filter((one): one is string => typeof one === 'string');
  return {
    query: {
      where,
      ...(q && { search: q }),
      sort: [`${order[1] === 'DESC' ? '-' : ''}${field}`],
      skip: from,
      limit: to - from + 1,
    },
    ids,
    from,
  };
}
