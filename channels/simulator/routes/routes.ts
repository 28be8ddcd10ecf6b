import { z } from 'zod';
import { isRefused, withForm } from '../../../api/http/multipart.ts';
import { reactionEmoji } from '../../../api/messages/reaction.ts';
import type { Api } from '../../../api/services.ts';
import { DomainError } from '../../../domain/errors.ts';
import { newId } from '../../../domain/kernel/ids.ts';
import type { Media, MediaType } from '../../../domain/ticket/events.ts';
import { messageExtra } from '../../../domain/ticket/extra.ts';
import { type PhoneMessage, phoneDelivery, phoneFault } from '../phone-events.ts';
import { createPhoneNetwork, phoneNumber } from '../phone-network.ts';
import { phoneFileUrl } from './files.ts';
import { config, ofConnection, phoneOf, tags } from './phone.ts';

type Needs = Pick<Api, 'app' | 'limits' | 'now' | 'eventStore' | 'state' | 'media' | 'config' | 'log'>;

const ofChat = ofConnection.extend({ number: z.string().regex(/^[+\d][\d ()-]{3,30}$/) });
const written = phoneDelivery.omit({ media: true, mediaType: true }).extend({
  number: ofChat.shape.number,
  name: z.string().trim().max(100).default(''),
  body: z.string().max(65_536).default(''),
});
const chatMessage = z.object({
  id: z.string(),
  fromBusiness: z.boolean(),
  body: z.string(),
  mediaUrl: z.string().nullable(),
  mediaType: z.string(),
  media: z.object({ name: z.string(), mime: z.string(), size: z.number() }).nullable(),
  ack: z.number(),
  at: z.string(),
  edited: z.boolean(),
  deleted: z.boolean(),
  reactions: z.object({ customer: z.string(), business: z.string() }),
  extra: messageExtra.nullable(),
  choices: z.array(z.number()),
});
const ofBubble = ofChat.extend({ id: z.string().min(1).max(200) });

/** A card, a place or a call is told by what came with it. */
const kindOf = (extra: z.output<typeof written>['extra']): MediaType =>
  extra?.contacts
    ? 'contactMessage'
    : extra?.location
      ? 'locationMessage'
      : extra?.call
        ? 'call_log'
        : 'chat';

const familyOf = ({ mime }: Media): MediaType => {
  const family = mime.split('/')[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'application';
};

export { files } from './files.ts';

/** The pretend phone of a connection: only for its company's admins, only where the channel is this one. */
export function routes(api: Needs): void {
  const { app, state } = api;
  const phones = createPhoneNetwork({ state, newId, now: api.now });

  const shown = (connectionId: string, number: string, message: PhoneMessage) => ({
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

  app.post(
    '/:connectionId/messages',
    {
      config,
      schema: {
        tags,
        summary:
          'A customer writes: JSON {number, name, body, id?}, or multipart with a file. A repeated id is a duplicate.',
        consumes: ['application/json', 'multipart/form-data'],
        params: ofConnection,
        body: written.optional().nullable(),
        response: { 201: z.object({ id: z.string() }) },
      },
    },
    async (request, reply) => {
      const connectionId = await phoneOf(request);
      const deliver = (fields: unknown, media?: Media) => {
        const delivery = written.parse(fields);
        if (!media && delivery.body.trim() === '' && !delivery.extra)
          throw new DomainError('ERR_VALIDATION', 'An empty message', { errors: { body: 'required' } });
        reply.code(201);
        return phones.deliver(connectionId, {
          ...delivery,
          ...(media ? { media, mediaType: familyOf(media) } : { mediaType: kindOf(delivery.extra) }),
        });
      };
      if (!request.isMultipart()) return deliver(request.body ?? {});
      return withForm(api, request, async ({ fields, files }, needed) => {
        if (files.length > 1)
          throw new DomainError('ERR_VALIDATION', 'One file a message', { errors: { medias: 'tooLong' } });
        const [media] = files;
        if (media) needed.add(media.id);
        const said = Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, value]));
        try {
          return await deliver(said, media);
        } catch (error) {
          if (media && isRefused(error)) needed.delete(media.id);
          throw error;
        }
      });
    },
  );

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
        response: { 200: z.object({ messages: z.array(chatMessage) }) },
      },
    },
    async (request) => {
      const connectionId = await phoneOf(request);
      const { number } = request.params;
      return {
        messages: (await phones.chats(connectionId, number)).map((message) =>
          shown(connectionId, number, message),
        ),
      };
    },
  );

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

  app.post(
    '/:connectionId/faults',
    {
      config,
      schema: {
        tags,
        summary: 'The next `count` messages of the business meet this fault.',
        params: ofConnection,
        body: phoneFault,
        response: { 200: phoneFault },
      },
    },
    async (request) => {
      await phones.faults(await phoneOf(request), request.body);
      return request.body;
    },
  );
}
