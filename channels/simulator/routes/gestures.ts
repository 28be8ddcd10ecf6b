import { z } from 'zod';
import { reactionEmoji } from '../../../api/messages/reaction.ts';
import type { Api } from '../../../api/services.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { PhoneNetwork } from '../phone-network.ts';
import { config, ofChat, phoneOf, tags } from './phone.ts';

const ofBubble = ofChat.extend({ id: z.string().min(1).max(200) });

/** Customers react, vote and read. */
export function gestureRoutes({ app }: Pick<Api, 'app'>, phones: PhoneNetwork): void {
  app.post(
    '/:connectionId/chats/:number/messages/:id/reaction',
    {
      config,
      schema: {
        tags,
        summary: 'The customer reacts to a message of either side; an empty emoji takes it back.',
        params: ofBubble,
        body: z.object({ emoji: reactionEmoji }),
        response: { 200: z.object({ emoji: z.string() }) },
      },
    },
    async (request) => {
      const { number, id } = request.params;
      const { emoji } = request.body;
      if (!(await phones.reactByCustomer(await phoneOf(request), number, id, emoji)))
        throw new DomainError('ERR_NO_MESSAGE_FOUND');
      return { emoji };
    },
  );

  app.post(
    '/:connectionId/chats/:number/messages/:id/vote',
    {
      config,
      schema: {
        tags,
        summary: 'The customer chooses in a poll, by the places of its options; none takes the vote back.',
        params: ofBubble,
        body: z.object({ choices: z.array(z.number().int().min(0).max(100)).max(100) }),
        response: { 200: z.object({ choices: z.array(z.number()) }) },
      },
    },
    async (request) => {
      const { number, id } = request.params;
      const { choices } = request.body;
      if (!(await phones.voteByCustomer(await phoneOf(request), number, id, choices)))
        throw new DomainError('ERR_NO_MESSAGE_FOUND');
      return { choices };
    },
  );

  app.post(
    '/:connectionId/chats/:number/read',
    {
      config,
      schema: {
        tags,
        summary: 'The customer has read everything.',
        params: ofChat,
        response: { 200: z.object({ read: z.number() }) },
      },
    },
    async (request) => ({ read: await phones.read(await phoneOf(request), request.params.number) }),
  );
}
