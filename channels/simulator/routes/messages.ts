import { z } from 'zod';
import { isRefused, withForm } from '../../../api/http/multipart.ts';
import type { Api } from '../../../api/services.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Media, MediaType } from '../../../domain/ticket/events.ts';
import { phoneDelivery } from '../phone-events.ts';
import type { PhoneNetwork } from '../phone-network.ts';
import { config, ofChat, ofConnection, phoneOf, tags } from './phone.ts';

const writtenMessage = phoneDelivery.omit({ media: true, mediaType: true }).extend({
  number: ofChat.shape.number,
  name: z.string().trim().max(100).default(''),
  body: z.string().max(65_536).default(''),
});
/** Returns the kind of a message by what came with it: a card, a place or a call. */
const kindOf = (extra: z.output<typeof writtenMessage>['extra']): MediaType =>
  extra?.contacts
    ? 'contactMessage'
    : extra?.location
      ? 'locationMessage'
      : extra?.call
        ? 'call_log'
        : 'chat';

/** Returns what a form's text says, for it has texts only. What is no JSON is null, and refused as no group. */
const parseJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
};

const familyOf = ({ mime }: Media): MediaType => {
  const family = mime.split('/')[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'application';
};

/** Customers write. */
export function messageRoutes(
  api: Pick<Api, 'app' | 'limits' | 'now' | 'eventStore' | 'state' | 'media' | 'config' | 'log'>,
  phones: PhoneNetwork,
): void {
  const { app } = api;

  app.post(
    '/:connectionId/messages',
    {
      config,
      schema: {
        tags,
        summary:
          'A customer writes: JSON {number, name, body, id?, group?}, or multipart with a file. A repeated id is a duplicate.',
        consumes: ['application/json', 'multipart/form-data'],
        params: ofConnection,
        body: writtenMessage.optional().nullable(),
        response: { 201: z.object({ id: z.string() }) },
      },
    },
    async (request, reply) => {
      const connectionId = await phoneOf(request);
      const deliver = (fields: unknown, media?: Media) => {
        const delivery = writtenMessage.parse(fields);
        if (!media && delivery.body.trim() === '' && !delivery.extra)
          throw new DomainError('ERR_VALIDATION', 'An empty message', { errors: { body: 'required' } });
        reply.code(201);
        return phones.deliver(connectionId, {
          ...delivery,
          ...(media ? { media, mediaType: familyOf(media) } : { mediaType: kindOf(delivery.extra) }),
        });
      };
      if (!request.isMultipart()) return deliver(request.body ?? {});
      return withForm(api, request, async ({ fields, files }, neededFiles) => {
        if (files.length > 1)
          throw new DomainError('ERR_VALIDATION', 'One file a message', { errors: { medias: 'tooLong' } });
        const [media] = files;
        if (media) neededFiles.add(media.id);
        const said = Object.fromEntries(
          Object.entries(fields).map(([name, [value]]) => [
            name,
            name === 'group' ? parseJson(value) : value,
          ]),
        );
        try {
          return await deliver(said, media);
        } catch (error) {
          if (media && isRefused(error)) neededFiles.delete(media.id);
          throw error;
        }
      });
    },
  );
}
