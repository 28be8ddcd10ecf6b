import { z } from 'zod';

/** What the API's reference shows. */
export const deliveryExample = {
  id: '019abc12-3456-7def-8123-a0a0a0a0a0a0',
  type: 'message.received',
  at: '2026-11-23T12:00:00.000Z',
  state: 'delivered',
  count: 1,
  tries: [{ at: '2026-11-23T12:00:00.400Z', status: 200, ms: 83, answer: 'ok' }],
  nextAt: null,
} as const;

/** One event told to one webhook, as people see it. */
export const deliveryView = z
  .object({
    /** Of the event: the receiver sees it as `webhook-id`. */
    id: z.string(),
    type: z.string(),
    at: z.string(),
    state: z.enum(['due', 'delivered', 'failed']),
    count: z.number(),
    /** The last ten tries. `status` null: there was no answer, and `answer` says why. */
    tries: z.array(
      z.object({ at: z.string(), status: z.number().nullable(), ms: z.number(), answer: z.string() }),
    ),
    nextAt: z.string().nullable(),
  })
  .meta({ examples: [deliveryExample] });
export type DeliveryView = z.output<typeof deliveryView>;

/** Of the secret that a webhook signs with. `replacedUntil`: one before signs beside it; null: none does. */
export const secretView = z
  .object({ isSet: z.boolean(), replacedUntil: z.string().nullable() })
  .meta({ examples: [{ isSet: true, replacedUntil: '2026-11-24T12:00:00.000Z' }] });
export type SecretView = z.output<typeof secretView>;

/** `secret`: itself, this once. */
export const newSecretView = secretView.extend({ secret: z.string() }).meta({
  examples: [
    {
      isSet: true,
      replacedUntil: '2026-11-24T12:00:00.000Z',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    },
  ],
});
export type NewSecretView = z.output<typeof newSecretView>;

/** A page of what a webhook was told. `next`: asks for the one after it; null: it is the last. */
export const deliveryPage = z
  .object({ deliveries: z.array(deliveryView), next: z.string().nullable() })
  .meta({ examples: [{ deliveries: [deliveryExample], next: null }] });
export type DeliveryPage = z.output<typeof deliveryPage>;
