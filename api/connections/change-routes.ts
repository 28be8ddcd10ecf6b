import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { usualChannel } from '../../channels/known.ts';
import { channels } from '../../channels/registry.ts';
import { connectionView } from '../../contract/connection.ts';
import { pace } from '../../domain/connection/pace.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { connectionSecrets, dropSecrets, keepSecrets } from '../../messaging/secrets.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { contextOf, derivedId, settled } from '../http/commands.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import type { Answers } from './answers.ts';
import { secretsInput, typedSecrets } from './secrets.ts';
import { settingsInput, typedSettings } from './settings.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'state' | 'vault' | 'reached' | 'config'>;

const tags = ['connections'];
const text = z.string().max(4_000).default('');
const input = z.object({
  name: z.string().trim().min(2, 'tooShort').max(50, 'tooLong'),
  channel: z.enum(channels.map(({ kind }) => kind)).default(usualChannel.kind),
  isDefault: z.boolean().default(false),
  queueIds: z.array(id).max(100).default([]),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  /** Absent: as it is, or the channel's usual one. */
  pace: pace.optional(),
  settings: settingsInput,
  secrets: secretsInput,
});

/** The channel is what a connection is: it is not changed, not even to one that this build knows. */
const change = input.omit({ channel: true });

/** Creating, changing and deleting a connection. */
export function connectionChangeRoutes(api: Needs, answers: Answers): void {
  createRoute(api, answers);
  updateRoute(api, answers);
  deleteRoute(api, answers);
}

/** The company's other connections, in the order in which they would become the default. */
async function others(request: FastifyRequest, connectionId?: string): Promise<ConnectionDocument[]> {
  return (await request.read.find<ConnectionDocument>('connections', { sort: ['name'], limit: 1_000 }))
    .filter(({ id: other }) => other !== connectionId)
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
  const { app, desk, names } = api;

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
      const set = typedSettings(body.channel, settings);
      const first = (await others(request)).every((connection) => !connection.isDefault);
      const context = contextOf(request);
      // A gateway opens it as soon as it is there: what it needs for that is there before.
      const given = context.commandId ? derivedId(context.commandId, 'connection') : newId();
      if (Object.keys(secrets).length > 0) await keepSecrets(api, connectionSecrets(given), secrets);
      const outcome = await desk.connections.create(context, {
        ...body,
        ...(Object.keys(set).length > 0 && { settings: set }),
        ...(Object.keys(secrets).length > 0 && { connectionId: given }),
        isDefault: first || body.isDefault,
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

  app.put(
    '/api/whatsapp/:id',
    {
      config: { rule: 'connections-page:editOrDeleteConnection' },
      schema: { tags, params: idParams, body: change, response: { 200: connectionView } },
    },
    async (request, reply) => {
      const { id: connectionId, channel, ...before } = await find(request, request.params.id);
      await checkQueues(names, request, request.body.queueIds);
      const { secrets: typed, settings, ...body } = request.body;
      const secrets = typedSecrets(channel, typed, false);
      const set = typedSettings(channel, settings, before.settings);
      const outcome = await desk.connections.update(contextOf(request), {
        ...body,
        pace: body.pace ?? before.pace,
        ...(Object.keys(set).length > 0 && { settings: set }),
        channel,
        connectionId,
      });
      const changed = JSON.stringify(set) !== JSON.stringify(before.settings ?? {});
      if (Object.keys(secrets).length === 0 && !changed) return answer(request, reply, connectionId, outcome);
      await keepSecrets(api, connectionSecrets(connectionId), secrets);
      const wanted = { connectionId, wanted: 'restart' } as const;
      return answer(
        request,
        reply,
        connectionId,
        await desk.connections.requestSession(contextOf(request, 'secrets'), wanted),
      );
    },
  );
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
      const { id: connectionId, isDefault } = await find(request, request.params.id);
      const heir = (await others(request, connectionId))[0];
      if (heir === undefined) throw new DomainError('ERR_NO_OTHER_WHATSAPP');
      await settled(
        api,
        reply,
        await desk.connections.delete(contextOf(request), {
          connectionId,
          ...(isDefault && { heir: heir.id }),
        }),
      );
      await dropSecrets(state, connectionSecrets(connectionId));
      return reply.code(204).send(null);
    },
  );
}
