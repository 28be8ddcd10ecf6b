import { z } from 'zod';
import { type DeliveryView, deliveryExample, deliveryPage, deliveryView } from '../../contract/webhook.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import {
  addDelivery,
  type Delivery,
  deliveriesOf,
  findDelivery,
  keepDelivery,
} from '../../messaging/webhook-deliveries.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { listeningPlaceOf, placeOf, webhookCall } from './place.ts';
import { webhookSecretRoutes } from './secret-routes.ts';

type Needs = Pick<Api, 'app' | 'state' | 'vault' | 'now' | 'limits'>;

const tags = ['webhooks'];
const config = webhookCall;
const telling = { ...webhookCall, refuses: ['ERR_NOT_FOUND', 'ERR_WEBHOOK_OFF'] } as const;
const perPage = 50;

const viewOf = ({ eventId, type, at, state, count, tries, nextAt }: Delivery): DeliveryView => ({
  id: eventId,
  type,
  at,
  state,
  count,
  tries: [...tries],
  nextAt,
});

/** What became of what webhooks were told; webhooks themselves are generated routes. */
export function webhookRoutes(api: Needs): void {
  const { app, state, now, limits } = api;
  webhookSecretRoutes(api);

  app.get(
    '/api/webhooks/:id/deliveries',
    {
      config,
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'What a webhook was told in the last 30 days and what came of it, newest first, 50 a page.',
        params: idParams,
        querystring: z.object({ after: z.string().max(400).default('') }),
        response: { 200: deliveryPage },
      },
    },
    async (request) => {
      const { companyId, webhookId } = await placeOf(request);
      const prefix = deliveriesOf(companyId, webhookId);
      const { after } = request.query;
      const found = await state.list<Delivery>(prefix, {
        limit: perPage,
        ...(after !== '' && { after: prefix + after }),
      });
      const last = found.length === perPage ? found.at(-1)!.key.slice(prefix.length) : null;
      return { deliveries: found.map(({ value }) => viewOf(value)), next: last };
    },
  );

  app.post(
    '/api/webhooks/:id/deliveries/:eventId/replay',
    {
      config: telling,
      schema: {
        tags,
        operationId: 'replayDelivery',
        summary: 'Tells an event once more, under the same id.',
        params: idParams.extend({ eventId: id }),
        response: { 202: deliveryView },
      },
    },
    async (request, reply) => {
      const place = await listeningPlaceOf(request);
      limits.question(request.session);
      const found = await findDelivery(state, { ...place, eventId: request.params.eventId });
      if (!found) throw new DomainError('ERR_NOT_FOUND');
      const again: Delivery = {
        ...found,
        state: 'due',
        count: 0,
        nextAt: now().toISOString(),
      };
      await keepDelivery(state, again);
      reply.code(202);
      return viewOf(again);
    },
  );

  app.post(
    '/api/webhooks/:id/test',
    {
      config: telling,
      schema: {
        tags,
        operationId: 'testWebhook',
        summary: 'Tells a webhook of nothing, to see whether it hears: type webhook.test.',
        params: idParams,
        response: { 202: z.object({ id: z.string() }).meta({ examples: [{ id: deliveryExample.id }] }) },
      },
    },
    async (request, reply) => {
      const { companyId, webhookId } = await listeningPlaceOf(request);
      limits.question(request.session);
      const eventId = newId();
      const at = now().toISOString();
      await addDelivery(state, { companyId, webhookId, eventId, position: 0, type: 'webhook.test', at });
      reply.code(202);
      return { id: eventId };
    },
  );
}
