import { z } from 'zod';
import { connectionView } from '../../contract/connection.ts';
import { byName } from '../../domain/text/compare-names.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { type Answers, createAnswers } from './answers.ts';
import { connectionChangeRoutes } from './change-routes.ts';
import { shownSecrets } from './secrets.ts';
import { sessionRoutes } from './session-routes.ts';

type Needs = Pick<Api, 'app' | 'names' | 'serving' | 'desk' | 'state' | 'vault' | 'reached' | 'config'>;

const tags = ['connections'];

/** Connections and their sessions (spec: administration, section 7). */
export function connectionRoutes(api: Needs): void {
  const answers = createAnswers(api);
  readRoutes(api, answers);
  connectionChangeRoutes(api, answers);
  sessionRoutes(api, answers);
}

function readRoutes(api: Needs, { find, view }: Answers): void {
  const { app } = api;

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
      return Promise.all(found.toSorted(byName).map((connection) => view(request, connection)));
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
}
