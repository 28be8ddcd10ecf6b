import { z } from 'zod';
import { awaitSettled, contextOf } from '../../../api/http/commands.ts';
import { id } from '../../../api/http/schemas.ts';
import type { Api } from '../../../api/services.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { ConnectionDocument } from '../../../projections/connections/document.ts';
import { whatsapp } from '../channel.ts';
import { clientVersions, lookUpAnswer, versionInUse } from '../client-version.ts';

const tags = [whatsapp.kind];

/** The version that connections say they are: the network refuses one that has grown too old (405). */
export function routes(api: Api): void {
  const { app, state, config, log, desk } = api;
  const own = config.channels?.[whatsapp.kind];
  const versions = clientVersions({ state, set: own?.version, url: own?.versionUrl, log });

  app.get(
    '/version',
    {
      config: { rule: 'connections-page:actionButtons' },
      schema: {
        tags,
        summary: 'The version in use, and where it comes from.',
        response: { 200: versionInUse },
      },
    },
    async () => versions.inUse(),
  );

  app.post(
    '/version',
    {
      config: { rule: 'connections-page:actionButtons' },
      schema: {
        tags,
        summary:
          'Look a newer version up; where there is one, the connection that is named tries again with it.',
        body: z.object({ whatsappId: id.optional() }).nullish(),
        response: { 200: lookUpAnswer },
      },
    },
    async (request, reply) => {
      const connectionId = request.body?.whatsappId;
      const connection =
        connectionId === undefined
          ? undefined
          : await request.read.get<ConnectionDocument>('connections', connectionId);
      if (connectionId !== undefined && connection?.channel !== whatsapp.kind)
        throw new DomainError('ERR_NO_WAPP_FOUND');
      const outcome = await versions.lookUpByHand();
      if (outcome === 'newer' && connection && connection.status !== 'CONNECTED')
        await awaitSettled(
          api,
          reply,
          await desk.connections.requestSession(contextOf(request), {
            connectionId: connection.id,
            wanted: 'restart',
          }),
        );
      return { ...(await versions.inUse()), outcome };
    },
  );
}
