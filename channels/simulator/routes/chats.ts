import { z } from 'zod';
import type { Api } from '../../../api/services.ts';
import { phoneNumber } from '../phone-chats.ts';
import type { PhoneMessage } from '../phone-events.ts';
import type { PhoneNetwork } from '../phone-network.ts';
import { type ShownMessage, shownMessage } from '../shown-message.ts';
import { phoneFileUrl } from './files.ts';
import { config, ofChat, ofConnection, phoneOf, tags } from './phone.ts';

const shownMessageOf = (connectionId: string, number: string, message: PhoneMessage): ShownMessage => ({
  id: message.id,
  fromBusiness: message.fromBusiness,
  body: message.body,
  mediaUrl: message.media && phoneFileUrl(connectionId, phoneNumber(number), message.id),
  mediaType: message.mediaType,
  media: message.media && { name: message.media.name, mime: message.media.mime, size: message.media.size },
  ack: message.ack,
  at: message.at,
  edited: message.edited,
  deleted: message.deleted,
  reactions: message.reactions ?? { customer: '', business: '' },
  extra: message.extra,
  choices: [...(message.choices ?? [])],
});

/** What stands on the phones. */
export function chatRoutes({ app }: Pick<Api, 'app'>, phones: PhoneNetwork): void {
  app.get(
    '/:connectionId/chats',
    {
      config,
      schema: {
        tags,
        summary: 'Numbers that have a chat.',
        params: ofConnection,
        response: { 200: z.object({ numbers: z.array(z.string()) }) },
      },
    },
    async (request) => ({ numbers: [...(await phones.numbers(await phoneOf(request)))] }),
  );

  app.get(
    '/:connectionId/chats/:number',
    {
      config,
      schema: {
        tags,
        summary: 'What that phone has sent and received.',
        params: ofChat,
        response: { 200: z.object({ messages: z.array(shownMessage) }) },
      },
    },
    async (request) => {
      const connectionId = await phoneOf(request);
      const { number } = request.params;
      return {
        messages: (await phones.chats(connectionId, number)).map((message) =>
          shownMessageOf(connectionId, number, message),
        ),
      };
    },
  );
}
