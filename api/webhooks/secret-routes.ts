import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newSecretView, secretView } from '../../contract/webhook.ts';
import { endReplaced, newWebhookSecret, webhookSecrets } from '../../messaging/webhook-secrets.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { placeOf, webhookCall } from './place.ts';

type Needs = Pick<Api, 'app' | 'state' | 'vault' | 'now'>;

const tags = ['webhooks'];

/** The secret that a webhook signs with: made here, shown once. */
export function webhookSecretRoutes(api: Needs): void {
  const { app, now } = api;

  async function standOf(request: FastifyRequest) {
    const { own, replaced } = await webhookSecrets(api, await placeOf(request), now());
    const until = replaced.map((one) => one.until).sort((a, b) => b - a)[0];
    return {
      isSet: own !== undefined,
      replacedUntil: until === undefined ? null : new Date(until).toISOString(),
    };
  }

  app.get(
    '/api/webhooks/:id/secret',
    {
      config: webhookCall,
      schema: {
        tags,
        operationId: 'getWebhookSecret',
        summary:
          'Whether a webhook has a secret, and until when one before signs beside it. Never the secret.',
        params: idParams,
        response: { 200: secretView },
      },
    },
    standOf,
  );

  app.post(
    '/api/webhooks/:id/secret',
    {
      config: { ...webhookCall, secretAnswer: true },
      schema: {
        tags,
        operationId: 'newWebhookSecret',
        summary:
          'Makes a new secret. It is in this answer and never again; the one before signs beside it for a day.',
        params: idParams,
        body: z
          .object({
            keepsOld: z.boolean().default(true).describe('false: the one before signs no more, from now on'),
          })
          .nullish(),
        bodyExample: { keepsOld: true },
        response: { 201: newSecretView },
      },
    },
    async (request, reply) => {
      const { keepsOld = true } = request.body ?? {};
      const secret = await newWebhookSecret(api, await placeOf(request), { now: now(), keepsOld });
      reply.code(201);
      return { ...(await standOf(request)), secret };
    },
  );

  app.delete(
    '/api/webhooks/:id/secret/replaced',
    {
      config: webhookCall,
      schema: {
        tags,
        operationId: 'endReplacedSecrets',
        summary: 'From now on no secret that was replaced signs any more.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await endReplaced(api, await placeOf(request));
      return reply.code(204).send(null);
    },
  );
}
