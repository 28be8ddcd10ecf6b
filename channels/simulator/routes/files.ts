import { z } from 'zod';
import { fileSender } from '../../../api/media/send-file.ts';
import type { Api } from '../../../api/services.ts';
import { DomainError } from '../../../domain/errors.ts';
import { newId } from '../../../domain/kernel/ids.ts';
import { simulator } from '../channel.ts';
import { createPhoneNetwork } from '../phone-network.ts';
import { config, ofConnection, phoneOf, tags } from './phone.ts';

type Needs = Pick<Api, 'app' | 'now' | 'state' | 'media'>;

/** Returns where a file on a pretend phone is fetched. */
export const phoneFileUrl = (connectionId: string, number: string, messageId: string): string =>
  `/api/media/channels/${simulator.kind}/${connectionId}/${number}/${encodeURIComponent(messageId)}`;

/** Files on pretend phones: who may play a phone may have them. */
export function files({ app, media, state, now }: Needs): void {
  const phones = createPhoneNetwork({ state, newId, now });
  const send = fileSender(media);
  app.get(
    '/:connectionId/:number/:messageId',
    {
      config: { ...config, mediaCookie: true },
      schema: {
        tags,
        summary: 'A file on a pretend phone.',
        params: ofConnection.extend({
          number: z.string().regex(/^\d{4,30}$/),
          messageId: z.string().max(200),
        }),
      },
    },
    async (request, reply) => {
      const { number, messageId } = request.params;
      const chat = await phones.chats(await phoneOf(request), number);
      const message = chat.find(({ id }) => id === messageId);
      if (!message?.media) throw new DomainError('ERR_NOT_FOUND');
      return send(request, reply, message.media.id);
    },
  );
}
