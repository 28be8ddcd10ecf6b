import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { apiScopes } from '../../domain/api-token/scopes.ts';
import type { PlanFlag } from '../../domain/company/events.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { seesRow } from '../../domain/records/ownership.ts';
import { treeOf } from '../../domain/records/record-tree.ts';
import type { Query } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { App } from '../deps.ts';
import { demand } from '../http/guard.ts';
import { idParams, optional, pageNumber, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { recordFileRoutes } from './file-routes.ts';
import { listFilters, referring } from './list-filters.ts';
import { inPlace } from './nested.ts';
import { recordQuery } from './query.ts';
import { createReading, type Reading } from './reading.ts';
import { rowsFor } from './rows.ts';
import { recordSchemas } from './schemas.ts';
import { recordTreeRoute } from './tree-route.ts';
import { createWriting, type Writing } from './writing.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'readStore'
  | 'vault'
  | 'names'
  | 'limits'
  | 'desk'
  | 'eventStore'
  | 'state'
  | 'media'
  | 'reached'
  | 'config'
  | 'log'
>;

const pageSize = 20;
const text = optional(z.string().max(20_000));

/** Every record definition's routes: the spec's own, and the simple-rest resource the generated screens use. */
export function recordRoutes(api: Needs): void {
  for (const definition of records)
    void api.app.register(async (app) => {
      // A plan's feature gates every route of its records: what is forgotten is closed, not open.
      if (definition.plan !== undefined)
        app.addHook('onRoute', (route) => {
          route.config = { ...route.config, plan: definition.plan as PlanFlag };
        });
      const scope = apiScopes.find((one) => one === definition.access.read);
      if (scope !== undefined)
        app.addHook('onRoute', (route) => {
          if (route.url.startsWith('/api/resources/')) return;
          const refuses = route.url.includes('/:id') ? (['ERR_NOT_FOUND'] as const) : [];
          route.config = { ...route.config, orScope: scope, refuses };
        });
      oneRecord({ ...api, app: app as App }, definition);
    });
}

function oneRecord(api: Needs, definition: RecordDefinition): void {
  const reading = createReading(api, definition);
  const writing = createWriting(api, definition, reading);
  const bodies = recordSchemas(definition);
  specRoutes(api.app, definition, bodies, reading, writing);
  resourceRoutes(api.app, definition, bodies, reading, writing);
  recordFileRoutes(api, definition, reading, writing, bodies.view);
  recordTreeRoute(api, definition, reading, bodies.view);
}

/** Returns what the spec's call that deletes one answers: mostly nothing. */
const goneViews = ({ deletedMessage }: RecordDefinition) =>
  deletedMessage === undefined ? { 204: z.null() } : { 200: z.object({ message: z.string() }) };
const sayGone = ({ deletedMessage }: RecordDefinition, reply: FastifyReply) =>
  deletedMessage === undefined ? reply.code(204).send(null) : reply.send({ message: deletedMessage });

type Bodies = ReturnType<typeof recordSchemas>;

function specRoutes(
  app: App,
  definition: RecordDefinition,
  bodies: Bodies,
  { reader, views, nestRows, one }: Reading,
  { create, update, remove }: Writing,
): void {
  const { plural, path, access, allPath, listKey } = definition;
  const { treeField } = treeOf(records, definition) ?? {};
  const tags = [plural];
  const { view, page } = bodies;
  const operationOf = (verb: string, end = '') => ({ tags, operationId: `${verb}${definition.event}${end}` });

  async function allRows(request: FastifyRequest, more: Pick<Query, 'where' | 'search'> = {}) {
    const query = { ...more, ...rowsFor(definition, request.session), sort: ['sortTitle'] };
    const rows = await reader(request).find<RecordDocument>(plural, { ...query, limit: 1_000 });
    const placed = inPlace(definition, rows);
    // All rows are a tree flat as it is; a level of it is shown with what hangs below.
    return treeField === undefined || more.where?.[treeField] === undefined
      ? views(request, placed)
      : nestRows(request, placed);
  }

  if (allPath !== undefined)
    app.get(`/api${allPath}`, { schema: { tags, response: { 200: z.array(view) } } }, async (request) => {
      demand(request.session, access.read);
      return allRows(request);
    });
  app.get(
    `/api${path}`,
    {
      schema: {
        ...operationOf('list', 's'),
        querystring: z.looseObject({
          searchParam,
          pageNumber,
          ...(listFilters as object),
          companyId: text,
        }),
        response: { 200: page },
      },
    },
    async (request) => {
      demand(request.session, access.read);
      const { searchParam: search, pageNumber: page, ...asked } = request.query;
      const where = referring(definition, asked);
      const rows = rowsFor(definition, request.session);
      if (listKey === null) return allRows(request, { where, ...(search && { search }) });
      const query = { where, ...rows, ...(search && { search }), sort: ['sortTitle'] };
      const [foundRows, count] = await Promise.all([
        reader(request).find<RecordDocument>(plural, {
          ...query,
          skip: (page - 1) * pageSize,
          limit: pageSize + 1,
        }),
        reader(request).count(plural, { where, ...rows, ...(search && { search }) }),
      ]);
      return {
        [listKey]: await views(request, foundRows.slice(0, pageSize)),
        count,
        hasMore: foundRows.length > pageSize,
      };
    },
  );
  app.get(
    `/api${path}/:id`,
    { schema: { ...operationOf('get'), params: idParams, response: { 200: view } } },
    (request) => one(request, request.params.id),
  );
  app.post(
    `/api${path}`,
    {
      config: { rule: access.create },
      schema: { ...operationOf('create'), body: bodies.create, response: { 201: view } },
    },
    create,
  );
  app.put(
    `/api${path}/:id`,
    {
      config: { rule: access.update },
      schema: { ...operationOf('update'), params: idParams, body: bodies.update, response: { 200: view } },
    },
    update,
  );
  app.delete(
    `/api${path}/:id`,
    {
      config: { rule: access.delete },
      schema: { ...operationOf('delete'), params: idParams, response: goneViews(definition) },
    },
    async (request, reply) => {
      await remove(request, reply);
      return sayGone(definition, reply);
    },
  );
}

/** The simple-rest dialect. */
function resourceRoutes(
  app: App,
  definition: RecordDefinition,
  bodies: Bodies,
  { reader, views, one }: Reading,
  { create, update, remove }: Writing,
): void {
  const { plural, access } = definition;
  const tags = [plural];
  const { view } = bodies;

  const resource = `/api/resources/${plural}`;
  app.get(
    resource,
    {
      schema: {
        tags,
        querystring: z.object({ sort: text, range: text, filter: text }),
        response: { 200: z.array(view) },
      },
    },
    async (request, reply) => {
      demand(request.session, access.read);
      const { query: asked, ids, from } = recordQuery(definition, request.query);
      const rows = rowsFor(definition, request.session);
      const query = { ...asked, ...rows };
      reply.header('access-control-expose-headers', 'Content-Range');
      if (ids) {
        const found = (await reader(request).getMany<RecordDocument>(plural, ids)).filter((row) =>
          seesRow(definition, request.session, row),
        );
        reply.header('content-range', `${plural} 0-${Math.max(0, found.length - 1)}/${found.length}`);
        return views(request, found);
      }
      const { where, search } = query;
      const [found, count] = await Promise.all([
        reader(request).find<RecordDocument>(plural, query),
        reader(request).count(plural, { ...(where && { where }), ...rows, ...(search && { search }) }),
      ]);
      reply.header('content-range', `${plural} ${from}-${from + Math.max(0, found.length - 1)}/${count}`);
      return views(request, found);
    },
  );
  app.get(`${resource}/:id`, { schema: { tags, params: idParams, response: { 200: view } } }, (request) =>
    one(request, request.params.id),
  );
  app.post(
    resource,
    { config: { rule: access.create }, schema: { tags, body: bodies.create, response: { 201: view } } },
    create,
  );
  app.put(
    `${resource}/:id`,
    {
      config: { rule: access.update },
      schema: { tags, params: idParams, body: bodies.update, response: { 200: view } },
    },
    update,
  );
  app.delete(
    `${resource}/:id`,
    { config: { rule: access.delete }, schema: { tags, params: idParams, response: { 200: view } } },
    remove,
  );
}
