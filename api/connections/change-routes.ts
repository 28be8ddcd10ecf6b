import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { usualChannel } from '../../channels/known.ts';
import { channels } from '../../channels/registry.ts';
import { type ConnectionView, connectionView } from '../../contract/connection.ts';
import { pace } from '../../domain/connection/pace.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { byName } from '../../domain/text/compare-names.ts';
import { connectionSecrets, dropSecrets, keepSecrets } from '../../messaging/secrets.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { awaitSettled, contextOf, derivedId } from '../http/commands.ts';
import { isRefused } from '../http/multipart.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import type { Answers } from './answers.ts';
import { secretsInput, typedSecrets } from './secrets.ts';
import { settingsInput, typedSettings } from './settings.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'state' | 'vault' | 'reached' | 'config'>;

const tags = ['connections'];
const name = z.string().trim().min(2, 'tooShort').max(50, 'tooLong');
const queueIds = z.array(id).max(100);
const text = z.string().max(4_000);
const usualText = text.default('');
/** Absent: as they are, or the channel's usual ones. */
const ofChannel = { pace: pace.optional(), settings: settingsInput, secrets: secretsInput };
const input = z.object({
  name,
  channel: z.enum(channels.map(({ kind }) => kind)).default(usualChannel.kind),
  isDefault: z.boolean().default(false),
  queueIds: queueIds.default([]),
  greetingMessage: usualText,
  complationMessage: usualText,
  outOfHoursMessage: usualText,
  ratingMessage: usualText,
  ...ofChannel,
});

/** What is absent stays. The channel is what a connection is: it is not changed, not even to one that this build knows. */
const change = z.object({
  name: name.optional(),
  isDefault: z.boolean().optional(),
  queueIds: queueIds.optional(),
  greetingMessage: text.optional(),
  complationMessage: text.optional(),
  outOfHoursMessage: text.optional(),
  ratingMessage: text.optional(),
  ...ofChannel,
});

/** Creating, changing and deleting a connection. */
export function connectionChangeRoutes(api: Needs, answers: Answers): void {
  createRoute(api, answers);
  updateRoute(api, answers);
  deleteRoute(api, answers);
}

/** Returns the company's other connections, in the order in which they would become the default. */
async function otherConnections(
  request: FastifyRequest,
  connectionId?: string,
): Promise<ConnectionDocument[]> {
  return (await request.read.find<ConnectionDocument>('connections', { sort: ['name'], limit: 1_000 }))
    .filter(({ id: other }) => other !== connectionId)
    .sort(byName)
    .sort((a, b) => Number(b.status === 'CONNECTED') - Number(a.status === 'CONNECTED'));
}
async function checkQueues(
  names: Needs['names'],
  request: FastifyRequest,
  queueIds: readonly string[],
): Promise<void> {
  const company = await names.company(request.session.companyId);
  if (queueIds.some((queueId) => !company.get('queues', queueId)))
    throw new DomainError('ERR_NO_QUEUE_FOUND', undefined, { errors: { queueIds: 'invalid' } });
}

function createRoute(api: Needs, { answer }: Answers): void {
  const { app, desk, names, state } = api;

  app.post(
    '/api/whatsapp',
    {
      config: { rule: 'connections-page:addConnection' },
      schema: { tags, body: input, response: { 201: connectionView } },
    },
    async (request, reply) => {
      await checkQueues(names, request, request.body.queueIds);
      const { secrets: typed, settings, ...body } = request.body;
      const secrets = typedSecrets(body.channel, typed, true);
      const givenSettings = typedSettings(body.channel, settings);
      const first = (await otherConnections(request)).every((connection) => !connection.isDefault);
      const context = contextOf(request);
      // A gateway opens it as soon as it is there: what it needs for that is there before.
      const given = context.commandId ? derivedId(context.commandId, 'connection') : newId();
      if (Object.keys(secrets).length > 0) await keepSecrets(api, connectionSecrets(given), secrets);
      const outcome = await desk.connections
        .create(context, {
          ...body,
          ...(Object.keys(givenSettings).length > 0 && { settings: givenSettings }),
          ...(Object.keys(secrets).length > 0 && { connectionId: given }),
          isDefault: first || body.isDefault,
        })
        .catch(async (error: unknown) => {
          if (isRefused(error)) await dropSecrets(state, connectionSecrets(given));
          throw error;
        });
      const { connectionId } = outcome;
      reply.code(201);
      return answer(
        request,
        reply,
        connectionId,
        await desk.connections.requestSession(contextOf(request, 'start'), { connectionId, wanted: 'start' }),
      );
    },
  );
}

function updateRoute(api: Needs, { find, answer }: Answers): void {
  const { app, desk, names } = api;
  const config = { rule: 'connections-page:editOrDeleteConnection' } as const;

  async function save(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: string,
    { secrets: typed, settings, ...fields }: z.output<typeof change>,
  ): Promise<ConnectionView> {
    const { id: connectionId, channel, settings: before = {} } = await find(request, asked);
    await checkQueues(names, request, fields.queueIds ?? []);
    const secrets = typedSecrets(channel, typed, false);
    const set = typedSettings(channel, settings);
    const outcome = await desk.connections.update(contextOf(request), {
      ...fields,
      ...(Object.keys(set).length > 0 && { settings: set }),
      connectionId,
    });
    const changed = Object.entries(set).some(([name, value]) => value !== before[name]);
    if (Object.keys(secrets).length === 0 && !changed) return answer(request, reply, connectionId, outcome);
    await keepSecrets(api, connectionSecrets(connectionId), secrets);
    const wanted = { connectionId, wanted: 'restart' } as const;
    return answer(
      request,
      reply,
      connectionId,
      await desk.connections.requestSession(contextOf(request, 'secrets'), wanted),
    );
  }

  for (const method of ['PUT', 'PATCH'] as const)
    app.route({
      method,
      url: '/api/whatsapp/:id',
      config,
      schema: {
        tags,
        summary: 'Change a connection: what is absent stays.',
        params: idParams,
        body: change,
        response: { 200: connectionView },
      },
      handler: (request, reply) => save(request, reply, request.params.id, request.body),
    });
}

function deleteRoute(api: Needs, { find }: Answers): void {
  const { app, desk, state } = api;

  app.delete(
    '/api/whatsapp/:id',
    {
      config: { rule: 'connections-page:editOrDeleteConnection' },
      schema: {
        tags,
        summary: 'The default hands over to the next; the last one stays (ERR_NO_OTHER_WHATSAPP).',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id: connectionId } = await find(request, request.params.id);
      const heirs = (await otherConnections(request, connectionId)).map(({ id }) => id);
      if (heirs.length === 0) throw new DomainError('ERR_NO_OTHER_WHATSAPP');
      await awaitSettled(
        api,
        reply,
        await desk.connections.delete(contextOf(request), { connectionId, heirs }),
      );
      await dropSecrets(state, connectionSecrets(connectionId));
      return reply.code(204).send(null);
    },
  );
}
