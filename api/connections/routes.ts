import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { channelOf, usualChannel } from '../../channels/known.ts';
import { channels } from '../../channels/registry.ts';
import { type ConnectionView, connectionView } from '../../contract/connection.ts';
import { pace } from '../../domain/connection/pace.ts';
import { isTelephone, normalizeAddress } from '../../domain/contact/address.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { dropPairingNumber, readQrCode, savePairingNumber } from '../../messaging/pairing.ts';
import { connectionSecrets, dropSecrets, keepSecrets } from '../../messaging/secrets.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { contextOf, derivedId, settled } from '../http/commands.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { secretsInput, shownSecrets, typedSecrets } from './secrets.ts';
import { settingsInput, typedSettings } from './settings.ts';
import { connectionViewOf } from './view.ts';

type Needs = Pick<Api, 'app' | 'names' | 'serving' | 'desk' | 'state' | 'vault' | 'reached' | 'config'>;

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

/** Connections and their sessions (spec: administration, section 7). */
export function connectionRoutes(api: Needs): void {
  const { app, desk, names, serving, state } = api;

  const find = async (request: FastifyRequest, connectionId: string): Promise<ConnectionDocument> => {
    const connection = await request.read.get<ConnectionDocument>('connections', connectionId);
    if (!connection) throw new DomainError('ERR_NO_WAPP_FOUND');
    return connection;
  };
  const view = async (request: FastifyRequest, connection: ConnectionDocument): Promise<ConnectionView> => {
    const code = connection.status === 'qrcode' ? await readQrCode(state, connection.id) : undefined;
    return connectionViewOf(
      connection,
      await names.company(request.session.companyId),
      request.session,
      code,
      await serving.of(connection),
    );
  };
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    connectionId: string,
    outcome: { position: number },
  ) {
    await settled(api, reply, outcome);
    await names.refresh(request.session.companyId, 'connections', connectionId);
    return view(request, await find(request, connectionId));
  }
  /** The company's other connections, in the order in which they would become the default. */
  const others = async (request: FastifyRequest, connectionId?: string): Promise<ConnectionDocument[]> =>
    (await request.read.find<ConnectionDocument>('connections', { sort: ['name'], limit: 1_000 }))
      .filter(({ id: other }) => other !== connectionId)
      .sort((a, b) => Number(b.status === 'CONNECTED') - Number(a.status === 'CONNECTED'));
  async function checkQueues(request: FastifyRequest, queueIds: readonly string[]): Promise<void> {
    const company = await names.company(request.session.companyId);
    if (queueIds.some((queueId) => !company.get('queues', queueId)))
      throw new DomainError('ERR_NO_QUEUE_FOUND', undefined, { errors: { queueIds: 'invalid' } });
  }

  app.get(
    '/api/whatsapp',
    {
      schema: {
        tags,
        summary: 'Connections, by name.',
        querystring: z.object({ session: z.string().optional(), companyId: z.string().optional() }),
        response: { 200: z.array(connectionView) },
      },
    },
    async (request) => {
      const found = await request.read.find<ConnectionDocument>('connections', {
        sort: ['name'],
        limit: 1_000,
      });
      return Promise.all(found.map((connection) => view(request, connection)));
    },
  );
  app.get(
    '/api/whatsapp/:id',
    { schema: { tags, params: idParams, response: { 200: connectionView } } },
    async (request) => view(request, await find(request, request.params.id)),
  );
  app.get(
    '/api/whatsapp/:id/secrets',
    {
      config: { rule: 'connections-page:editOrDeleteConnection' },
      schema: {
        tags,
        summary: 'Which secrets are kept, by name; of a proxy its host and port, of others nothing.',
        params: idParams,
        response: { 200: z.record(z.string(), z.string()) },
      },
    },
    async (request) => {
      const { id: connectionId, channel } = await find(request, request.params.id);
      return shownSecrets(api, channel, connectionId);
    },
  );
  app.post(
    '/api/whatsapp',
    {
      config: { rule: 'connections-page:addConnection' },
      schema: { tags, body: input, response: { 201: connectionView } },
    },
    async (request, reply) => {
      await checkQueues(request, request.body.queueIds);
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
  app.put(
    '/api/whatsapp/:id',
    {
      config: { rule: 'connections-page:editOrDeleteConnection' },
      schema: { tags, params: idParams, body: change, response: { 200: connectionView } },
    },
    async (request, reply) => {
      const { id: connectionId, channel, ...before } = await find(request, request.params.id);
      await checkQueues(request, request.body.queueIds);
      const { secrets: typed, settings, ...body } = request.body;
      const secrets = typedSecrets(channel, typed, false);
      const set = typedSettings(channel, settings, before.settings);
      const outcome = await desk.connections.update(contextOf(request), {
        ...{ ...body, pace: body.pace ?? before.pace },
        ...(Object.keys(set).length > 0 && { settings: set }),
        ...{ channel, connectionId },
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

  const session = (method: 'POST' | 'DELETE', wanted: 'start' | 'stop', summary: string) =>
    app.route({
      method,
      url: '/api/whatsappsession/:id',
      config: { rule: 'connections-page:actionButtons' },
      schema: { tags, summary, params: idParams, response: { 200: connectionView } },
      handler: async (request, reply) => {
        const { id: connectionId } = await find(request, (request.params as { id: string }).id);
        return answer(
          request,
          reply,
          connectionId,
          await desk.connections.requestSession(contextOf(request), { connectionId, wanted }),
        );
      },
    });
  session('POST', 'start', 'Try again.');
  app.put(
    '/api/whatsappsession/:id',
    {
      config: { rule: 'connections-page:actionButtons' },
      schema: {
        tags,
        summary:
          'Pair anew: by a QR code, or, with the number of the phone, by a code that is typed into it.',
        params: idParams,
        body: z.object({ number: z.string().trim().max(40).optional() }).nullish(),
        response: { 200: connectionView },
      },
    },
    async (request, reply) => {
      const { id: connectionId, channel } = await find(request, request.params.id);
      const asked = request.body?.number;
      const number = asked === undefined ? undefined : normalizeAddress(asked);
      if (number !== undefined && !isTelephone(number))
        throw new DomainError('ERR_VALIDATION', 'a telephone number', { errors: { number: 'invalid' } });
      if (number !== undefined && !channelOf(channel)?.pairing.includes('code'))
        throw new DomainError('ERR_VALIDATION', 'paired another way', { errors: { number: 'invalid' } });
      if (number === undefined) await dropPairingNumber(state, connectionId);
      else await savePairingNumber(state, connectionId, number);
      const wanted = { connectionId, wanted: 'newQr' } as const;
      return answer(
        request,
        reply,
        connectionId,
        await desk.connections.requestSession(contextOf(request), wanted),
      );
    },
  );
  session('DELETE', 'stop', 'Disconnect (logs out).');

  app.post(
    '/api/whatsapp-restart',
    {
      config: { rule: 'connections-page:actionButtons' },
      schema: {
        tags,
        summary: 'Restart every connection.',
        response: { 200: z.object({ restarted: z.number() }) },
      },
    },
    async (request, reply) => {
      const all = await request.read.find<ConnectionDocument>('connections', { limit: 1_000 });
      const outcomes = [];
      for (const { id: connectionId } of all)
        outcomes.push(
          await desk.connections.requestSession(contextOf(request, connectionId), {
            connectionId,
            wanted: 'restart',
          }),
        );
      await settled(api, reply, ...outcomes);
      return { restarted: all.length };
    },
  );
}
