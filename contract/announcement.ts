/** What the API answers and the change feed carries, by concept: one shape for REST, GraphQL, OpenAPI and the console. */

import { z } from 'zod';

/** An announcement as the people of every company see it. `priority`: 1 high, 2 medium, 3 low. */
export const activeAnnouncement = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  priority: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  status: z.boolean(),
  mediaPath: z.string().nullable(),
  mediaPathUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  read: z.boolean(),
});
export type ActiveAnnouncement = z.output<typeof activeAnnouncement>;
