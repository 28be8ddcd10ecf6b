import { z } from 'zod';
import { messageExtra } from '../../domain/ticket/extra.ts';

/** A bubble on the customer's phone. */
export const shownMessage = z.object({
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
  /** Of a poll: places of the options the customer chose. */
  choices: z.array(z.number()),
});
export type ShownMessage = z.output<typeof shownMessage>;
