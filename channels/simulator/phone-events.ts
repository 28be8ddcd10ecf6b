import { z } from 'zod';
import { media, mediaType } from '../../domain/ticket/events.ts';
import { messageExtra } from '../../domain/ticket/extra.ts';

const content = {
  body: z.string().default(''),
  mediaType: mediaType.optional(),
  /** A file in the company's media store. */
  media: media.optional(),
  extra: messageExtra.optional(),
  quotedId: z.string().optional(),
};

/** A group that somebody writes in: everybody in it has one chat. */
const group = z.object({ number: z.string().regex(/^\d{16,25}$/), name: z.string().trim().min(1).max(100) });

/** What a customer does on a pretend phone. `id` repeated sends the very same message again (a duplicate). */
export const phoneDelivery = z.object({
  number: z.string(),
  name: z.string().default(''),
  id: z.string().min(1).max(200).optional(),
  group: group.optional(),
  /** Written on the company's own phone, not by the customer. */
  fromMe: z.boolean().default(false),
  ...content,
});
export type PhoneDelivery = z.input<typeof phoneDelivery>;

/** What the business sends to a pretend phone; `externalId` makes it the same message however often it is sent. */
export interface PhoneOutbound
  extends Readonly<Pick<z.output<typeof phoneDelivery>, 'body' | 'mediaType' | 'media' | 'quotedId'>> {
  readonly externalId: string;
}

/** A bubble on a pretend phone. */
const phoneMessage = z
  .object({
    id: z.string(),
    fromBusiness: z.boolean(),
    body: z.string(),
    mediaType,
    media: media.nullable(),
    extra: messageExtra.nullable(),
    quotedId: z.string().nullable(),
    /** As in the spec: 0 pending, 1-2 sent, 3 delivered, 4-5 read. */
    ack: z.number(),
    at: z.string(),
    edited: z.boolean(),
    deleted: z.boolean(),
    /** Of the customer and of the business; '' or absent: none. */
    reactions: z.object({ customer: z.string(), business: z.string() }).readonly().optional(),
    /** Of a poll: places of the options the customer chose. */
    choices: z.array(z.number()).readonly().optional(),
  })
  .readonly();
export type PhoneMessage = z.output<typeof phoneMessage>;

const number = z.string();
const messageId = z.string();
const at = z.string();

/** What the network has for the business's driver, in order. `fault` only says: look at the faults now. */
const phoneEvent = z.discriminatedUnion('kind', [
  /** `number`, `name`: who wrote it, in a group too. */
  z.object({
    kind: z.literal('message'),
    number,
    name: z.string(),
    group: group.optional(),
    message: phoneMessage,
  }),
  z.object({ kind: z.literal('edit'), number, messageId, body: z.string(), at }),
  z.object({ kind: z.literal('delete'), number, messageId, at }),
  z.object({ kind: z.literal('reaction'), number, messageId, emoji: z.string(), at }),
  z.object({ kind: z.literal('vote'), number, messageId, choices: z.array(z.number()).readonly(), at }),
  z.object({
    kind: z.literal('receipt'),
    number,
    messageIds: z.array(z.string()).readonly(),
    ack: z.number(),
  }),
  z.object({ kind: z.literal('fault') }),
]);
export type PhoneEvent = Readonly<z.output<typeof phoneEvent>>;

/** `id` is given back with `taken` once the event has been handled durably. */
export interface PhoneInboxItem {
  readonly id: string;
  readonly event: PhoneEvent;
}

/**
 * - `refuse`: the next `count` messages, edits, deletions and reactions of the business are refused by the network.
 * - `disconnect`: the link drops now, and the next `count - 1` attempts to connect (or sends) lose it again.
 * - `slowFile`: the next `count` files, of customers and of the business, take ten seconds.
 * - `loseFile`: the next `count` tries to fetch such a file bring nothing.
 * - `silent`: the next `count` messages reach the phone, but the network never answers the sender.
 */
export const phoneFault = z.object({
  mode: z.enum(['refuse', 'disconnect', 'silent', 'slowFile', 'loseFile']),
  count: z.coerce.number().int().min(0).max(10_000).default(1),
});
export type PhoneFault = z.output<typeof phoneFault>;
export type PhoneFaultMode = PhoneFault['mode'];
