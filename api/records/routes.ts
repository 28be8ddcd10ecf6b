import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can } from '../../domain/access/policy.ts';
import type { PlanFlag } from '../../domain/company/events.ts';
import { DomainError } from '../../domain/errors.ts';
import { type RecordDefinition, secretFields } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { rowRights, seesRow } from '../../domain/records/ownership.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { dropSecrets, keepSecrets, recordSecrets, secretsSet } from '../../messaging/secrets.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { App } from '../deps.ts';
import { settled } from '../http/commands.ts';
import { demand } from '../http/guard.ts';
import { isRefused, withFile } from '../http/multipart.ts';
import { id, idParams, optional, pageNumber, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { formValues } from './form.ts';
import { recordQuery } from './query.ts';
import { rowsFor } from './rows.ts';
import { recordSchemas } from './schemas.ts';
import { companyOf, contextFor, readerOf } from './scope.ts';
import { checkTree } from './tree.ts';
import { type RecordView, recordViews } from './view.ts';

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
      oneRecord({ ...api, app: app as App }, definition);
    });
}

function oneRecord(api: Needs, definition: RecordDefinition): void {
  const { app, names } = api;
  const { plural, path, access } = definition;
  const tags = [plural];
  const desk = api.desk.records(definition.name);
  const bodies = recordSchemas(definition);
  const { view } = bodies;
  const secrets = secretFields(definition);
  const reader = (request: FastifyRequest) => readerOf(definition, api.readStore, request);
  const fileFields = Object.entries(definition.fields).flatMap(([name, field]) =>
    field.widget.kind === 'file' ? [name] : [],
  );

  const views = async (request: FastifyRequest, documents: readonly RecordDocument[]) =>
    recordViews(definition, reader(request), await names.company(companyOf(definition, request)), documents, {
      secrets: (id) => secretsSet(api.state, secretsOf(request, id)),
    });
  const secretsOf = (request: FastifyRequest, id: string) =>
    recordSecrets(definition.name, companyOf(definition, request), id);
  /** What goes to the vault instead of an event, checked by its schema. @throws ERR_VALIDATION naming the field */
  const takeSecrets = (values: Record<string, unknown>): Record<string, string | null> => {
    const taken: Record<string, string | null> = {};
    for (const name of secrets) {
      const value = values[name];
      delete values[name];
      if (value === undefined) continue;
      if (value === null || value === '') {
        taken[name] = null;
        continue;
      }
      const given = definition.fields[name]?.schema.safeParse(value);
      if (given?.success !== true)
        throw new DomainError('ERR_VALIDATION', `${name} is refused`, { errors: { [name]: 'invalid' } });
      taken[name] = String(given.data);
    }
    return taken;
  };
  async function find(request: FastifyRequest, recordId: string): Promise<RecordDocument> {
    demand(request.session, access.read);
    const document = await reader(request).get<RecordDocument>(plural, recordId);
    if (!document || !seesRow(definition, request.session, document))
      throw new DomainError(definition.name === 'queue' ? 'ERR_NO_QUEUE_FOUND' : 'ERR_NOT_FOUND');
    return document;
  }
  const one = async (request: FastifyRequest, recordId: string): Promise<RecordView> =>
    (await views(request, [await find(request, recordId)]))[0] as RecordView;

  const rightsOf = (request: FastifyRequest) => rowRights(definition, request.session);
  const written = (request: FastifyRequest) =>
    formValues(definition, request.body as Record<string, unknown>);
  async function changed(
    request: FastifyRequest,
    reply: FastifyReply,
    recordId: string,
    outcome: { position: number },
  ): Promise<RecordView> {
    await settled(api, reply, outcome);
    return one(request, recordId);
  }
  /** A file comes by its own route: a form may keep or clear it, never name one. @throws ERR_VALIDATION */
  const checkFiles = (values: Record<string, unknown>, before?: RecordDocument) => {
    for (const name of fileFields)
      if (values[name] !== undefined && values[name] !== null && values[name] !== before?.[name])
        throw new DomainError('ERR_VALIDATION', 'A file is uploaded', { errors: { [name]: 'invalid' } });
  };
  /** Fields that not everybody may set: sent back as they were, they are no change. @throws ERR_NO_PERMISSION */
  const checkRules = (request: FastifyRequest, values: Record<string, unknown>, before?: RecordDocument) => {
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.rule === undefined || values[name] === undefined || can(request.session, field.rule))
        continue;
      const now: unknown = before?.[name] ?? field.default;
      if (JSON.stringify(values[name]) !== JSON.stringify(now))
        throw new DomainError('ERR_NO_PERMISSION', `${name} is not for everybody to set`);
    }
  };
  /** What a record refers to must be of this company. @throws ERR_VALIDATION naming the field */
  const checkReferences = async (request: FastifyRequest, values: Record<string, unknown>) => {
    for (const [name, { widget }] of Object.entries(definition.fields)) {
      if (widget.kind !== 'reference') continue;
      const ids = [values[name]].flat().filter((id): id is string => typeof id === 'string' && id !== '');
      const collection = records.find((one) => one.name === widget.record)?.plural ?? `${widget.record}s`;
      const found = await reader(request).getMany<RecordDocument>(collection, ids);
      if (found.length < new Set(ids).size)
        throw new DomainError('ERR_VALIDATION', 'No such record', { errors: { [name]: 'not_found' } });
    }
  };
  const create = async (request: FastifyRequest, reply: FastifyReply) => {
    demand(request.session, access.create);
    const values = written(request);
    const kept = takeSecrets(values);
    checkFiles(values);
    checkRules(request, values);
    await checkReferences(request, values);
    await checkTree(definition, reader(request), values);
    const outcome = await desk.create(contextFor(definition, request), values, rightsOf(request));
    await keepSecrets(api, secretsOf(request, outcome.id), kept);
    reply.code(201);
    return changed(request, reply, outcome.id, outcome);
  };
  /**
   * PUT merges: a field left out keeps what it has, `null` clears it, an unknown one is refused by its name. The
   * record's own events are what it is merged with (not this read model, which may be a moment old), and the whole is
   * validated. Replacing instead would lose data without a word: files have routes of their own and stand in no form,
   * a client of an earlier version does not know the newest field, and of two admins who change different fields at
   * once the later would undo the earlier.
   */
  const update = async (request: FastifyRequest, reply: FastifyReply) => {
    demand(request.session, access.update);
    const document = await find(request, (request.params as { id: string }).id);
    const recordId = document.id;
    const { id: named } = request.body as { id?: unknown };
    if (named !== undefined && named !== recordId)
      throw new DomainError('ERR_VALIDATION', 'The id of another record', { errors: { id: 'invalid' } });
    const values = written(request);
    const kept = takeSecrets(values);
    checkFiles(values, document);
    checkRules(request, values, document);
    await checkReferences(request, values);
    await checkTree(definition, reader(request), values, document);
    const outcome = await desk.update(
      contextFor(definition, request),
      { ...values, id: recordId },
      rightsOf(request),
    );
    await keepSecrets(api, secretsOf(request, recordId), kept);
    return changed(request, reply, recordId, outcome);
  };
  const remove = async (request: FastifyRequest, reply: FastifyReply): Promise<RecordView> => {
    demand(request.session, access.delete);
    const gone = await one(request, (request.params as { id: string }).id);
    const outcome = await desk.delete(contextFor(definition, request), { id: gone.id }, rightsOf(request));
    if (secrets.length > 0) await dropSecrets(api.state, secretsOf(request, gone.id));
    await settled(api, reply, outcome);
    return gone;
  };

  // The spec's routes.
  app.get(
    `/api${path}`,
    {
      schema: {
        tags,
        querystring: z.looseObject({
          searchParam,
          pageNumber,
          queueId: optional(id),
          parentId: text,
          companyId: text,
        }),
      },
    },
    async (request) => {
      demand(request.session, access.read);
      const { searchParam: search, pageNumber: page, queueId, parentId } = request.query;
      const where = {
        ...(queueId !== undefined && definition.fields.queueId && { queueId }),
        ...(parentId !== undefined &&
          definition.fields.parentId && { parentId: parentId === '-1' ? null : parentId }),
      };
      const rows = rowsFor(definition, request.session);
      const query = { where, ...rows, ...(search && { search }), sort: [definition.title] };
      if (definition.listKey === null)
        return views(request, await reader(request).find<RecordDocument>(plural, { ...query, limit: 1_000 }));
      const [found, count] = await Promise.all([
        reader(request).find<RecordDocument>(plural, {
          ...query,
          skip: (page - 1) * pageSize,
          limit: pageSize + 1,
        }),
        reader(request).count(plural, { where, ...rows, ...(search && { search }) }),
      ]);
      return {
        [definition.listKey]: await views(request, found.slice(0, pageSize)),
        count,
        hasMore: found.length > pageSize,
      };
    },
  );
  app.get(`/api${path}/:id`, { schema: { tags, params: idParams, response: { 200: view } } }, (request) =>
    one(request, request.params.id),
  );
  app.post(
    `/api${path}`,
    { config: { rule: access.create }, schema: { tags, body: bodies.create, response: { 201: view } } },
    create,
  );
  app.put(
    `/api${path}/:id`,
    {
      config: { rule: access.update },
      schema: { tags, params: idParams, body: bodies.update, response: { 200: view } },
    },
    update,
  );
  app.delete(
    `/api${path}/:id`,
    { config: { rule: access.delete }, schema: { tags, params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await remove(request, reply);
      return reply.code(204).send(null);
    },
  );

  // The simple-rest dialect.
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

  // Files of a record: the field names the stored file, `mediaName` (where there is one) what it was called.
  const setFile = async (
    request: FastifyRequest,
    reply: FastifyReply,
    field: string,
  ): Promise<RecordView> => {
    if (!can(request.session, access.update)) throw new DomainError('ERR_NO_PERMISSION');
    const document = await find(request, (request.params as { id: string }).id);
    const set = async (file: Media | undefined) =>
      desk.update(
        contextFor(definition, request),
        {
          [field]: file?.id ?? null,
          ...(definition.fields.mediaName && { mediaName: file?.name ?? null }),
          id: document.id,
        },
        rightsOf(request),
      );
    if (request.method === 'DELETE') return changed(request, reply, document.id, await set(undefined));
    return withFile(api, request, async (file, needed) => {
      needed.add(file.id);
      const outcome = await set(file).catch((error: unknown) => {
        if (isRefused(error)) needed.delete(file.id);
        throw error;
      });
      // Repeated after its answer was lost: the record has the file of the first time.
      if (outcome.events.length === 0) needed.delete(file.id);
      return changed(request, reply, document.id, outcome);
    });
  };
  for (const field of fileFields)
    for (const method of ['POST', 'DELETE'] as const)
      app.route({
        method,
        url: `${resource}/:id/files/${field}`,
        config: { rule: access.update },
        schema: { tags, params: idParams, response: { 200: view } },
        handler: (request, reply) => setFile(request, reply, field),
      });
  const [media] = fileFields;
  if (media !== undefined)
    for (const method of ['POST', 'DELETE'] as const)
      app.route({
        method,
        url: `/api${path}/:id/media-upload`,
        config: { rule: access.update },
        schema: { tags, params: idParams, response: { 200: view } },
        handler: (request, reply) => setFile(request, reply, media),
      });
}
