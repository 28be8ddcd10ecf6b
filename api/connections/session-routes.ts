import { z } from 'zod';
import { channelOf } from '../../channels/known.ts';
import { connectionView } from '../../contract/connection.ts';
import { isTelephone, normalizeAddress } from '../../domain/contact/address.ts';
import { DomainError } from '../../domain/errors.ts';
import { dropPairingNumber, savePairingNumber } from '../../messaging/pairing.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import type { Answers } from './answers.ts';

const tags = ['connections'];

/** What a connection's session is asked to do: start, pair anew, stop, start again. */
export function sessionRoutes(
  api: Pick<Api, 'app' | 'desk' | 'state' | 'reached' | 'config'>,
  { find, answer }: Answers,
): void {
  const { app, desk, state } = api;

  const session = (method: 'POST' | 'DELETE', wantedState: 'start' | 'stop', summary: string) =>
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
          await desk.connections.requestSession(contextOf(request), { connectionId, wanted: wantedState }),
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
      await awaitSettled(api, reply, ...outcomes);
      return { restarted: all.length };
    },
  );
}
