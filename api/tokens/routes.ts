import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiTokenView } from '../../contract/api-token.ts';
import { toWire } from '../../contract/wire.ts';
import { apiTokenOnWire, newApiTokenOnWire, offWire } from '../../contract/wire-views.ts';
import { apiScopes, longestTokenName, mostTokens } from '../../domain/api-token/scopes.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import type { ApiTokenDocument } from '../../projections/api-tokens/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { id, idParams, nullableId } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { checkReferences } from '../tickets/references.ts';
import { lastUseKey, tokenHash, tokenPrefix } from './enter.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'reached' | 'config' | 'state'>;

const tags = ['tokens'];
const config = { plan: 'useExternalApi', rule: 'tokens:manage' } as const;
const shownEnding = 4;
const content = offWire(
  z.object({
    name: z.string().max(4 * longestTokenName),
    scopes: z.array(z.enum(apiScopes)).max(2 * apiScopes.length),
    whatsappId: nullableId.default(null),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
  }),
);

/** Tokens by which other systems act for a company: kept as hashes, shown once. */
export function tokenRoutes(api: Needs): void {
  const { app, desk, names, state } = api;

  async function views(request: FastifyRequest, documents: readonly ApiTokenDocument[]) {
    const company = await names.company(request.session.companyId);
    return Promise.all(
      documents.map(async (token) => {
        const {
          companyId: _company,
          position: _position,
          hash: _hash,
          connectionId,
          scopes,
          ...rest
        } = token;
        const connection = connectionId === null ? undefined : company.get('connections', connectionId);
        return toWire({
          ...rest,
          scopes: scopes as ApiTokenView['scopes'],
          connectionId,
          connection: connection ? { id: connection.id, name: connection.name } : null,
          lastUsedAt: (await state.get<string>(lastUseKey(token.id)))?.value ?? null,
        });
      }),
    );
  }
  const all = ({ read }: FastifyRequest) =>
    read.find<ApiTokenDocument>('apiTokens', { sort: ['-createdAt'], limit: mostTokens });

  app.get(
    '/api/tokens',
    { config, schema: { tags, response: { 200: z.object({ tokens: z.array(apiTokenOnWire) }) } } },
    async (request) => ({ tokens: await views(request, await all(request)) }),
  );

  app.post(
    '/api/tokens',
    {
      config: { ...config, secretAnswer: true },
      schema: {
        tags,
        summary: 'Makes a token. Its `secret` is in this answer and never again.',
        description: `scopes: ${apiScopes.join(', ')}. whatsappId: it sends by this connection alone.`,
        body: content,
        response: { 201: newApiTokenOnWire },
      },
    },
    async (request, reply) => {
      const { name, scopes, connectionId, expiresAt } = request.body;
      checkReferences(await names.company(request.session.companyId), { connectionId });
      if ((await all(request)).length >= mostTokens)
        throw new DomainError('ERR_VALIDATION', `At most ${mostTokens} tokens`, {
          errors: { name: 'tooMany' },
        });
      const tokenSecret = tokenPrefix + randomBytes(32).toString('base64url');
      const tokenId = newId();
      const outcome = await desk.apiTokens.create(contextOf(request), {
        tokenId,
        name,
        scopes,
        connectionId,
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
        hash: tokenHash(tokenSecret),
        ending: tokenSecret.slice(-shownEnding),
      });
      await awaitSettled(api, reply, outcome);
      const token = await request.read.get<ApiTokenDocument>('apiTokens', tokenId);
      if (!token) throw new DomainError('ERR_UNAVAILABLE');
      reply.code(201);
      const [view] = await views(request, [token]);
      return { ...view!, secret: tokenSecret };
    },
  );

  app.delete(
    '/api/tokens/:id',
    {
      config,
      schema: { tags, summary: 'Takes a token back.', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const tokenId = id.parse(request.params.id);
      await awaitSettled(api, reply, await desk.apiTokens.revoke(contextOf(request), { tokenId }));
      return reply.code(204).send(null);
    },
  );
}
