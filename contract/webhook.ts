import { z } from 'zod';

/** One event told to one webhook, as people see it. */
export const deliveryView = z.object({
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
});
export type DeliveryView = z.output<typeof deliveryView>;
