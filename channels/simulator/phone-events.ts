import { z } from 'zod';
import { media, mediaType } from '../../domain/ticket/events.ts';
import { type MessageExtra, messageExtra } from '../../domain/ticket/extra.ts';

const content = {
  body: z.string().default(''),
  mediaType: mediaType.optional(),
  /** A file in the company's media store. */
  media: media.optional(),
  extra: messageExtra.optional(),
  quotedId: z.string().optional(),
};

/** What a customer does on a pretend phone. `id` repeated sends the very same message again (a duplicate). */
export const phoneDelivery = z.object({
  number: z.string(),
  name: z.string().default(''),
  // Half a character is no part of an address: the file of such a message could not be asked for.
  id: z
    .string()
    .min(1)
    .max(200)
    .refine((id) => id.isWellFormed())
    .optional(),
  /** Written on the company's own phone, not by the customer. */
  fromMe: z.boolean().default(false),
  ...content,
});
export type PhoneDelivery = z.input<typeof phoneDelivery>;

/** What the business sends to a pretend phone; `externalId` makes it the same message however often it is sent. */
export interface PhoneOutbound {
  readonly externalId: string;
  readonly body: string;
  readonly mediaType?: z.output<typeof mediaType>;
  readonly media?: z.output<typeof media>;
  readonly quotedId?: string;
}

/** A bubble on a pretend phone. `ack` as in the spec: 0 pending, 1-2 sent, 3 delivered, 4-5 read. */
export interface PhoneMessage {
  readonly id: string;
  readonly fromBusiness: boolean;
  readonly body: string;
  readonly mediaType: z.output<typeof mediaType>;
  readonly media: z.output<typeof media> | null;
  readonly extra: MessageExtra | null;
  readonly quotedId: string | null;
  readonly ack: number;
  readonly at: string;
  readonly edited: boolean;
  readonly deleted: boolean;
  /** Of the customer and of the business; '' or absent: none. */
  readonly reactions?: { readonly customer: string; readonly business: string };
  /** Of a poll: places of the options the customer chose. */
  readonly choices?: readonly number[];
}

/** What the network has for the business's driver, in order. `fault` only says: look at the faults now. */
export type PhoneEvent =
  | {
      readonly kind: 'message';
      readonly number: string;
      readonly name: string;
      readonly message: PhoneMessage;
    }
  | {
      readonly kind: 'edit';
      readonly number: string;
      readonly messageId: string;
      readonly body: string;
      readonly at: string;
    }
  | { readonly kind: 'delete'; readonly number: string; readonly messageId: string; readonly at: string }
  | {
      readonly kind: 'reaction';
      readonly number: string;
      readonly messageId: string;
      readonly emoji: string;
      readonly at: string;
    }
  | {
      readonly kind: 'vote';
      readonly number: string;
      readonly messageId: string;
      readonly choices: readonly number[];
      readonly at: string;
    }
  | {
      readonly kind: 'receipt';
      readonly number: string;
      readonly messageIds: readonly string[];
      readonly ack: number;
    }
  | { readonly kind: 'fault' };

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
